import type { Context } from 'hono';
import { type Clock, hours, type Micros } from '../domain/clock.ts';
import { createEncryptedText, type EncryptedContent } from '../storage/encryption/encrypted-text.ts';
import { type Encryptor, randomKey } from '../storage/encryption/encryptor.ts';
import { paths } from './page.tsx';
import type { Session } from './session.ts';

/** The page that a person opened before the sign-in: a partner's link, or one of the person's own pages. */
export type OpenedLink =
  /** `type` and `documentType` are absent if the person has seen the submission, so that they need no check. */
  | { kind: 'add'; clientId: string; requestId: string; type?: string; documentType?: string }
  | { kind: 'verify'; clientId: string; requestId: string; key?: string }
  | { kind: 'credential'; requestId: string; clientId?: string }
  | { kind: 'account' };

/** Time after opening a link during which the person can return to its page without the link. */
const LIFETIME: Micros = hours(8);

/** Maximum length of an ID. All existing IDs are shorter. */
const MAX_ID = 255;

interface Content extends EncryptedContent {
  link: OpenedLink;
  /** ID of the only browser that can use the link; null for a link that anyone with the URL can open anyway. */
  browser: string | null;
}

/**
 * Creates functions that encrypt opened links into opaque strings for the URLs of the sign-in. Each tab has its own
 * string, so a link in one tab never replaces the link in another tab.
 */
export function createOpenedLinks(parts: { encryptor: Pick<Encryptor, 'deriveAll'>; clock: Clock }) {
  const encrypted = createEncryptedText<Content>('opened-link:1', parts);
  return {
    /** Encrypts a link. Returns null for a link that cannot exist. */
    write(link: OpenedLink, { browser }: Session): string | null {
      if (Object.values(link).some((id) => id.length > MAX_ID)) return null;
      return encrypted.encrypt({
        id: randomKey(),
        expiresAt: parts.clock.now() + LIFETIME,
        link,
        // Binds the link to the browser: logs can contain URLs, and anyone with the ID can open a new submission.
        browser: link.kind === 'add' ? browser : null,
      });
    },

    /** Decrypts a link. Returns null if the string is missing, changed, expired, or from a different browser. */
    read(text: string | undefined, session: Session | null): OpenedLink | null {
      const content = text === undefined ? null : encrypted.decrypt(text);
      if (content === null) return null;
      return content.browser === null || content.browser === session?.browser ? content.link : null;
    },
  };
}

/** Returns the link for a URL of one of the person's own pages or of a verification; null for other URLs. */
export function linkAt(c: Context): OpenedLink | null {
  const requestId = c.req.param('requestId');
  const { clientId = '', requestId: verification = '', key } = c.req.query();
  if (requestId !== undefined) return { kind: 'credential', requestId, ...(clientId && { clientId }) };
  if (c.req.path.startsWith(paths.account)) return { kind: 'account' };
  if (!c.req.path.startsWith(paths.verify)) return null;
  return { kind: 'verify', clientId, requestId: verification, ...(key !== undefined && { key }) };
}
