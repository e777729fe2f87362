import type { createServices } from './create-services.ts';

/** All services that operations, pages, and commands use. Tests replace the clock, the store, or a limit. */
export type Services = Awaited<ReturnType<typeof createServices>>;
