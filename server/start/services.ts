import type { createServices } from './create-services.ts';

/** Services that operations, pages, and commands use. Tests replace the clock, the store, or a limit. */
export type Services = Awaited<ReturnType<typeof createServices>>;
