import type { createServices } from './create-services.ts';

/** Everything that an operation, a page, or a command may use. Tests replace the clock, the store or a limit. */
export type Services = Awaited<ReturnType<typeof createServices>>;
