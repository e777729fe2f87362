import type { Sealed, Sealer } from '../crypto/sealer.ts';

const contextOf = (webhookId: string) => `webhook:${webhookId}`;

export function sealSecret(sealer: Pick<Sealer, 'seal'>, webhookId: string, secret: string): Sealed {
  return sealer.seal(Buffer.from(secret), contextOf(webhookId));
}

/** Throws as `Sealer.open` does. */
export function openSecret(sealer: Pick<Sealer, 'open'>, webhookId: string, secret: Sealed): string {
  return Buffer.from(sealer.open(secret, contextOf(webhookId))).toString();
}
