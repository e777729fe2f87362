import type { Context } from 'hono';
import type { Encryptor } from '../crypto/encryptor.ts';
import { type Clock, hours, type Micros } from '../domain/clock.ts';
import { createEncryptedText, type EncryptedContent, newEncryptedId } from './encrypted-text.ts';
import { paths } from './page.tsx';
import type { Session } from './session.ts';

/** The page that a person opened before the sign-in: a partner's link, or one of the person's own pages. */
export type OpenedLink =
  | { kind: 'add'; clientId: string; requestId: string }
  | { kind: 'verify'; clientId: string; requestId: string }
  | { kind: 'credential'; requestId: string; clientId?: string }
  | { kind: 'account' };

/** Time for which a person can continue with a link. */
const LIFETIME: Micros = hours(8);

/** Maximum length of an ID. Real IDs are shorter. */
const MAX_ID = 255;

interface Content extends EncryptedContent {
  link: OpenedLink;
  /** ID of the only browser that can use the link; null for a link that anyone with the URL can open anyway. */
  browser: string | null;
}

export type OpenedLinks = ReturnType<typeof createOpenedLinks>;

/**
 * Creates opaque texts for opened links, which the sign-in carries in its URLs. Each tab has its own text, so a link in
 * one tab never replaces the link in another tab.
 */
export function createOpenedLinks(parts: { encryptor: Pick<Encryptor, 'encrypt' | 'decrypt'>; clock: Clock }) {
  const encrypted = createEncryptedText<Content>('opened-link:1', parts);
  return {
    /** Returns null for a link that cannot exist. */
    write(link: OpenedLink, { browser }: Session): string | null {
      if (Object.values(link).some((id) => id.length > MAX_ID)) return null;
      return encrypted.encrypt({
        id: newEncryptedId(),
        expiresAt: parts.clock.now() + LIFETIME,
        link,
        // Anyone with the ID of an unopened submission can open it, and URLs get into logs.
        browser: link.kind === 'add' ? browser : null,
      });
    },

    /** Returns null when the text is missing, changed, or too old, or belongs to another browser. */
    read(text: string | undefined, session: Session | null): OpenedLink | null {
      const content = text === undefined ? null : encrypted.decrypt(text);
      if (content === null) return null;
      return content.browser === null || content.browser === session?.browser ? content.link : null;
    },
  };
}

/** Returns the link for the URL of one of the person's own pages or of a verification. */
export function linkAt(c: Context): OpenedLink | null {
  const requestId = c.req.param('requestId');
  const { clientId, requestId: verification } = c.req.query();
  if (requestId !== undefined) return { kind: 'credential', requestId, ...(clientId && { clientId }) };
  if (c.req.path === paths.account) return { kind: 'account' };
  return clientId && verification ? { kind: 'verify', clientId, requestId: verification } : null;
}
