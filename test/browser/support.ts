import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { freePort } from '../support/free-port.ts';
import { startService, type TestService } from '../support/service.ts';

export const PHONE = { width: 360, height: 800 };
export const DESKTOP = { width: 1280, height: 900 };

/** Starts a service with its real address as the public URL, so that a browser can open links to the service. */
export async function startAtItsOwnAddress(): Promise<TestService & { publicUrl: string }> {
  const PORT = String(await freePort());
  const publicUrl = `http://localhost:${PORT}`;
  return { ...(await startService({ env: { PORT, BASE_URL: publicUrl, APP_URL: publicUrl } })), publicUrl };
}

export interface PartnerSite {
  url: string;
  /** Returns the URL of a page that contains `link`. */
  pageWith(link: string): string;
  callbackQueries: URLSearchParams[];
  stop(): Promise<void>;
}

/** Starts a partner site whose host name differs from the host name of the service. */
export async function startPartnerSite(): Promise<PartnerSite> {
  const callbackQueries: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://partner.test');
    const html = (body: string) =>
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(`<!DOCTYPE html>${body}`);
    if (pathname === '/page') {
      const href = (searchParams.get('link') ?? '').replaceAll('&', '&amp;').replaceAll('"', '&quot;');
      html(`<title>Inbox</title><a href="${href}">Your link</a>`);
    } else if (pathname === '/back') {
      callbackQueries.push(searchParams);
      html('<title>Acme</title><h1>Welcome back at Acme</h1>');
    } else response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    callbackQueries,
    pageWith: (link) => `${url}/page?link=${encodeURIComponent(link)}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export interface Window {
  context: BrowserContext;
  page: Page;
  requests: { method: string; url: string }[];
  pageErrors: string[];
  close(): Promise<void>;
}

/**
 * Opens a window with its own cookies. Records every page error: a console error (including violations of the content
 * security policy), an exception, a missing resource, or a request to an origin outside `origins`.
 */
export async function openWindow(
  browser: Browser,
  origins: readonly string[],
  options: BrowserContextOptions,
): Promise<Window> {
  const context = await browser.newContext(options);
  const requests: Window['requests'] = [];
  const pageErrors: string[] = [];
  const isElsewhere = (url: string) => /^(https?|wss?):/.test(url) && !origins.includes(new URL(url).origin);
  context.on('request', (request) => {
    requests.push({ method: request.method(), url: request.url() });
    if (isElsewhere(request.url())) pageErrors.push(`request to ${request.url()}`);
  });
  context.on('response', (response) => {
    const isPart = !response.request().isNavigationRequest();
    if (isPart && response.status() >= 400) pageErrors.push(`${response.status()} of ${response.url()}`);
  });
  context.on('console', (message) => {
    // Ignores 4xx statuses, which Chromium logs even for expected error pages.
    if (/^Failed to load resource: the server responded with a status of 4/.test(message.text())) return;
    const isBad = ['error', 'warning'].includes(message.type());
    if (isBad || /Content.Security.Policy/i.test(message.text())) pageErrors.push(message.text());
  });
  context.on('weberror', (error) => pageErrors.push(String(error.error())));
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return { context, page, requests, pageErrors, close: () => context.close() };
}
