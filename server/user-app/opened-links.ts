import type { Context } from 'hono';
import type { Encryptor } from '../crypto/encryptor.ts';
import { type Clock, hours, type Micros } from '../domain/clock.ts';
import { createEncryptedText, type EncryptedContent, newEncryptedId } from './encrypted-text.ts';
import { paths } from './page.tsx';
import type { Session } from './session.ts';

/** The target that a person opened before the sign-in: a partner's link, or a page of their own. */
export type OpenedLink =
  | { kind: 'add'; clientId: string; requestId: string }
  | { kind: 'verify'; clientId: string; requestId: string }
  | { kind: 'credential'; requestId: string; clientId?: string }
  | { kind: 'account' };

/** Time for which a link can be continued. */
const LIFETIME: Micros = hours(8);

/** Maximum length of an id. Real ids are shorter. */
const MAX_ID = 255;

interface Content extends EncryptedContent {
  link: OpenedLink;
  /** The browser that alone may use it; null where the address of a page says as much. */
  browser: string | null;
}

export type OpenedLinks = ReturnType<typeof createOpenedLinks>;

/**
 * Opened links as an opaque text, which goes through the sign-in in the address. Each tab has its own, so that a link
 * that is opened in one tab never replaces that of another tab.
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
        // Whoever holds the id of a submission that nobody has opened may open it, and addresses get into logs.
        browser: link.kind === 'add' ? browser : null,
      });
    },

    /** Returns null when the text is absent, altered or too old, or when it belongs to another browser. */
    read(text: string | undefined, session: Session | null): OpenedLink | null {
      const content = text === undefined ? null : encrypted.decrypt(text);
      if (content === null) return null;
      return content.browser === null || content.browser === session?.browser ? content.link : null;
    },
  };
}

/** The link that the address of a page of a person's own, or of a verification, stands for. */
export function linkAt(c: Context): OpenedLink | null {
  const requestId = c.req.param('requestId');
  const { clientId, requestId: verification } = c.req.query();
  if (requestId !== undefined) return { kind: 'credential', requestId, ...(clientId && { clientId }) };
  if (c.req.path === paths.account) return { kind: 'account' };
  return clientId && verification ? { kind: 'verify', clientId, requestId: verification } : null;
}
