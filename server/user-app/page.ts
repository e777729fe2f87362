/** A whole page, as `c.html` takes it: text or an element of hono/jsx. */
export type Page = string | Promise<string>;
