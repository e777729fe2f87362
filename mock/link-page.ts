import { html } from 'hono/html';
import { returnUri } from '../server/domain/redirect-uri.ts';

/** Returns the page behind every link of the mock. It leads back to the callback URL, if the request has one. */
export const linkPage = (requestId: string, callbackUrl: string | undefined) => html`<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width">
<title>A link of the mock</title>
<style>body { font: 1rem/1.5 system-ui; max-width: 36rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }</style>
<h1>A link of the mock</h1>
<p>In the service, the user signs in on this page and decides. The mock has no users. To see the pages, run the sandbox.</p>
${
  callbackUrl === undefined
    ? html`<p>The request has no callback URL, so the user would stay on a page of the service.</p>`
    : html`<p>Return to the partner, as the user would:</p>
<ul>
<li><a href="${returnUri(callbackUrl, requestId, 'verified')}">after a consent (verified)</a></li>
<li><a href="${returnUri(callbackUrl, requestId, 'canceled')}">after a refusal (canceled)</a></li>
</ul>`
}
</html>`;
