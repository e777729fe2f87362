/** A whole page: what `c.html` takes, be it a text or an element of hono/jsx. */
export type Page = string | Promise<string>;
