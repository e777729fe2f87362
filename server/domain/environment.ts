/** What kind of service this is. In the sandbox there are partners whose secrets everybody knows. */
export type Environment = 'production' | 'sandbox';
