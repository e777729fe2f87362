/** Maximum number of callback URLs that the mock stores. */
const MAX_CALLBACKS = 1000;

export type Callbacks = ReturnType<typeof createCallbacks>;

/** Creates a store for the callback URLs of the newest verification requests. */
export function createCallbacks() {
  const urls = new Map<string, string>();
  const keyOf = (clientId: string, requestId: string) => `${clientId} ${requestId}`;
  return {
    get: (clientId: string, requestId: string): string | undefined => urls.get(keyOf(clientId, requestId)),
    set(clientId: string, requestId: string, url: string | undefined): void {
      urls.delete(keyOf(clientId, requestId));
      if (url !== undefined) urls.set(keyOf(clientId, requestId), url);
      const [oldest = ''] = urls.keys();
      if (urls.size > MAX_CALLBACKS) urls.delete(oldest);
    },
  };
}
