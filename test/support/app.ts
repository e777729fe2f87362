import { referenceFilesIn } from '../../server/api/reference-files.ts';
import { createApp as createServerApp } from '../../server/start/app.ts';
import type { Services } from '../../server/start/create-services.ts';

export const referenceFiles = referenceFilesIn(new URL('../../generated/', import.meta.url));

export const createApp = (services: Services) => createServerApp(services, referenceFiles);
