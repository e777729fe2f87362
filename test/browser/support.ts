import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Services } from '../../server/services.ts';
import { startService, type TestService } from '../support/service.ts';

export const PHONE = { width: 360, height: 800 };
export const DESKTOP = { width: 1280, height: 900 };

/**
 * A whole service at an address that is its public one as well: its links must lead to it. The address has to be known before the
 * service starts, so the port belongs to a way through to the one that the service then has.
 */
export async function startAtItsOwnAddress(
  change?: (services: Services) => Partial<Services>,
): Promise<TestService & { publicUrl: string }> {
  const sockets = new Set<Socket>();
  let target = 0;
  const front = createTcpServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });
  const publicUrl = `http://localhost:${await listen(front)}`;
  const service = await startService({ env: { BASE_URL: publicUrl, APP_URL: publicUrl }, ...(change && { change }) });
  target = Number(new URL(service.url).port);
  return {
    ...service,
    publicUrl,
    async stop() {
      front.close();
      for (const socket of sockets) socket.destroy();
      await service.stop();
    },
  };
}

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

export interface PartnerSite {
  url: string;
  /** A page of the partner on which a person finds a link. */
  pageWith(link: string): string;
  /** With which queries people were sent back, the oldest first. */
  cameBack: URLSearchParams[];
  stop(): Promise<void>;
}

/** The site of a partner: another one than the service's, by its host name. */
export async function startPartnerSite(): Promise<PartnerSite> {
  const cameBack: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://partner.test');
    const html = (body: string) =>
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(`<!DOCTYPE html>${body}`);
    if (pathname === '/page') {
      const href = (searchParams.get('link') ?? '').replaceAll('&', '&amp;').replaceAll('"', '&quot;');
      html(`<title>Inbox</title><a href="${href}">Your link</a>`);
    } else if (pathname === '/back') {
      cameBack.push(searchParams);
      html('<title>Acme</title><h1>Welcome back at Acme</h1>');
    } else response.writeHead(204).end();
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  return {
    url,
    cameBack,
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
  /** What the browser was asked for: method and address, of redirects too. */
  requests: { method: string; url: string }[];
  /** Whatever went wrong in it: it must stay empty. */
  trouble: string[];
  close(): Promise<void>;
}

/**
 * A window of a person of their own, which records whatever a page does that it must not: an error in the console (a violation of the
 * policy is one), an exception, a part that cannot be loaded, a request to any other host than `origins`.
 */
export async function openWindow(
  browser: Browser,
  origins: readonly string[],
  options: BrowserContextOptions,
): Promise<Window> {
  const context = await browser.newContext(options);
  const requests: Window['requests'] = [];
  const trouble: string[] = [];
  const isElsewhere = (url: string) => /^(https?|wss?):/.test(url) && !origins.includes(new URL(url).origin);
  await context.route(
    (url) => isElsewhere(url.href),
    (route) => route.abort(),
  );
  // Not by the route alone: it does not see where a redirect leads.
  context.on('request', (request) => {
    requests.push({ method: request.method(), url: request.url() });
    if (isElsewhere(request.url())) trouble.push(`request to ${request.url()}`);
  });
  context.on('response', (response) => {
    const isPart = !response.request().isNavigationRequest();
    if (isPart && response.status() >= 400) trouble.push(`${response.status()} of ${response.url()}`);
  });
  context.on('console', (message) => {
    // A page that says what is wrong has a status that says so too, and Chromium notes each.
    if (/^Failed to load resource: the server responded with a status of 4/.test(message.text())) return;
    const isBad = ['error', 'warning'].includes(message.type());
    if (isBad || /Content.Security.Policy/i.test(message.text())) trouble.push(message.text());
  });
  context.on('weberror', (error) => trouble.push(String(error.error())));
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return { context, page, requests, trouble, close: () => context.close() };
}
