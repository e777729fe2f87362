import { startServerTarget } from '../../scripts/bundled-targets/targets.ts';

export type WrapFetch = NonNullable<Parameters<typeof startServerTarget>[1]>;
type Fetch = ReturnType<WrapFetch>;

/** Hides Node's response object from the app, so that the app returns a response that a test can change. */
const returningResponse =
  (fetch: Fetch): Fetch =>
  async (request, env) => {
    const response = await fetch(request, { ...env, outgoing: undefined } as never);
    response.headers.delete('content-length');
    return response;
  };

/** Starts the bundled server. The function that `wrapFetch` returns handles its requests, and can change responses. */
export const startChangedServer = (name: string, wrapFetch?: WrapFetch) =>
  startServerTarget(name, wrapFetch && ((fetch) => wrapFetch(returningResponse(fetch))));
