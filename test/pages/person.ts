import { randomUUID } from 'node:crypto';
import type { Services } from '../../server/start/create-services.ts';
import { createApp } from '../support/app.ts';
import { APP_URL, type Browser, browser } from './sign-in-support.ts';

/** Page that a user sees after all redirects. */
export interface Shown {
  status: number;
  /** Path and query of the URL. */
  path: string;
  html: string;
  headers: Headers;
}

export const person = (services: Services): Person => personWith(browser(createApp(services)), [APP_URL]);

export type Person = ReturnType<typeof personWith>;

/** Simulates a user without JavaScript. Follows redirects in `origins`, whose first entry is the user application. */
export function personWith(tab: Browser, origins: readonly [string, ...string[]]) {
  const [appUrl] = origins;

  async function visit(address: string, form?: Record<string, string>): Promise<Shown> {
    let url = new URL(address, appUrl);
    let response = await tab.send(url, form === undefined ? {} : { form });
    for (let hops = 0; hops < 10 && response.headers.has('location'); hops++) {
      url = new URL(response.headers.get('location') ?? '', url);
      // The callback URL of a partner is not part of the user application.
      if (!origins.includes(url.origin))
        return { status: response.status, path: url.href, html: '', headers: response.headers };
      response = await tab.send(url);
    }
    const { status, headers } = response;
    return { status, path: url.pathname + url.search, html: await response.text(), headers };
  }

  /** Submits the form on a page, including the hidden fields. */
  async function submit(page: Shown, fields: Record<string, string>, action?: RegExp): Promise<Shown> {
    const forms = [...page.html.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)];
    const form = forms.find(([, target = '']) => (action ?? /^(?!.*sign-out)/).test(target));
    if (form === undefined) throw new Error(`No matching form in ${page.html}`);
    const hidden = [...(form[2] ?? '').matchAll(/<input type="hidden" name="(\w+)"(?: id="\w+")? value="([^"]*)"/g)];
    const values = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
    return visit(plain(form[1] ?? ''), { ...values, ...fields });
  }

  async function signIn(page: Shown, email: string): Promise<Shown> {
    return submit(page, { email }, /sign-in(\?|$)/);
  }

  return {
    tab,
    visit,
    submit,
    signIn,
    /** Accepts the credential on a consent page. Resolves to the page of the accepted credential. */
    async accept(page: Shown): Promise<Shown> {
      const { path } = await submit(page, { decision: 'accept' });
      return visit(path.replace('/done', ''));
    },
    /** Opens a link, and submits the values in its fragment, as open-link.js does. */
    async open(link: string): Promise<Shown> {
      const { pathname, hash } = new URL(link);
      const page = await visit(pathname);
      if (page.status !== 200) return page;
      const parts = new URLSearchParams(hash.slice(1));
      const fields = ['clientId', 'documentType', 'content'].map((name) => [name, parts.get(name) ?? '']);
      return submit(page, Object.fromEntries(fields));
    },
    /** Opens a link, and signs in if the service requires a sign-in. */
    async openAs(email: string, link: string): Promise<Shown> {
      const page = await this.open(link);
      return page.status === 200 && page.path.startsWith('/sign-in') ? signIn(page, email) : page;
    },
    /** Opens a link, signs in if necessary, and keeps the submission for later. */
    async keep(email: string, link: string): Promise<Shown> {
      return submit(await this.openAs(email, link), { decision: 'later' });
    },
  };
}

/** Opens a submission link, which has parameters in the fragment, or a verification link, which has a query. */
export const openLink = (one: Person, link: string): Promise<Shown> =>
  link.includes('#') ? one.open(link) : one.visit(new URL(link).pathname + new URL(link).search);

export const email = () => `${randomUUID()}@example.com`;

export async function signedIn(services: Services, address = email()): Promise<Person> {
  const one = person(services);
  await one.signIn(await one.visit('/sign-in'), address);
  return one;
}

/** Decodes the HTML entities in an attribute value. */
export const plain = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#39;', "'");
