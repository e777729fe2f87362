/** Environment of a service. The secrets of a sandbox's partners are public. */
export type Environment = 'production' | 'sandbox';
