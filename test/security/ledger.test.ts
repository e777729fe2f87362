import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Attack } from './attack.ts';
import { accessTokenAttacks } from './attacks/access-tokens.ts';
import { addressAttacks } from './attacks/addresses.ts';
import { floodAttacks } from './attacks/floods.ts';
import { framingAttacks } from './attacks/framing.ts';
import { linkAttacks } from './attacks/links.ts';
import { markupAttacks } from './attacks/markup.ts';
import { ownershipAttacks } from './attacks/ownership.ts';
import { pathAttacks } from './attacks/paths.ts';
import { sessionAttacks } from './attacks/sessions.ts';
import { signInAttacks } from './attacks/sign-in.ts';
import { uploadAttacks } from './attacks/uploads.ts';
import { type Installation, startInstallation } from './installation.ts';

const ledger: Record<string, readonly Attack[]> = {
  'access tokens': accessTokenAttacks,
  'the addresses that the service connects to': addressAttacks,
  'the framing of requests': framingAttacks,
  'paths and headers': pathAttacks,
  uploads: uploadAttacks,
  ownership: ownershipAttacks,
  links: linkAttacks,
  'the text on pages': markupAttacks,
  'the sign-in': signInAttacks,
  'forms and sessions': sessionAttacks,
  // These attacks must run last, because they reach limits that would also apply to all later attacks.
  'the limits for unknown callers': floodAttacks,
};

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
});
afterAll(() => installation?.stop());
// Each attack has its own client address, so that the limits for an address do not affect the next attack.
beforeEach(() => installation.changeAddress());

describe.each(Object.entries(ledger))('Attacks on %s', (_surface, attacks) => {
  test.each(
    attacks.map(({ attack, expected, run }) => [attack, expected, run] as const),
  )('the attack "%s" has the result "%s"', async (_attack, expected, run) => {
    expect(await run(installation)).toBe(expected);
  });
});
