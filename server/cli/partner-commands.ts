import { scopes as allScopes, service } from '../../generated/operations.ts';
import { generateClientSecret, hashClientSecret } from '../api/oauth/client-secret.ts';
import { hours, type Micros, seconds, toTimestamp } from '../domain/clock.ts';
import { isOnDomain } from '../domain/url-host.ts';
import type { Services } from '../start/create-services.ts';
import { NameTaken, type NewPartner, type Partner } from '../storage/database/partners/partner-store.ts';
import { isClientId } from '../storage/partner-directory.ts';
import { type Commands, type Operands, type Options, UsageError } from './cli-command.ts';

const WITHIN = `within ${service.disabled_within_seconds} seconds`;

const PARTNER_OPTIONS = [
  'name',
  'scopes',
  'domains',
  'homePage',
  'mayVouch',
  'noMayVouch',
  'linkSecret',
  'noLinkSecret',
] as const;

export const partnerCommands: Commands = {
  'partners list': { summary: 'List the partners', options: ['json'], run: listPartners },
  'partners add': {
    summary: 'Add a partner with --name and --scopes, and print its client secret once',
    operands: '<id>',
    options: PARTNER_OPTIONS,
    effect: 'change',
    run: addPartner,
  },
  'partners change': {
    summary: 'Change the name, scopes, domains, home page, or rights of a partner',
    operands: '<id>',
    options: PARTNER_OPTIONS,
    effect: 'change',
    run: changePartner,
  },
  'partners new-secret': {
    summary: 'Create a client secret, and print it once; the old secret becomes invalid',
    operands: '<id>',
    options: ['keepOldFor'],
    effect: 'interruption',
    run: newSecret,
  },
  'partners disable': {
    summary: `End the tokens of a partner, and pause its links, downloads, and deliveries, ${WITHIN}`,
    operands: '<id>',
    effect: 'interruption',
    run: (all, [id]) => update(all, id, { disabledAt: all.clock.now() }),
  },
  'partners enable': {
    summary: 'Let the partner request new tokens, and continue the rest; older tokens stay invalid',
    operands: '<id>',
    effect: 'change',
    // Without `tokensSince`, tokens issued before the partner was disabled would become valid again.
    run: (all, [id]) => update(all, id, { disabledAt: null, tokensSince: all.clock.now() }),
  },
  'partners end-tokens': {
    summary: `Invalidate all issued tokens ${WITHIN}, for example after a leak`,
    operands: '<id>',
    effect: 'interruption',
    run: (all, [id]) => update(all, id, { tokensSince: all.clock.now() }),
  },
  'tokens end': {
    summary: `Invalidate all issued tokens of all partners ${WITHIN}`,
    effect: 'interruption',
    run: endTokens,
  },
};

async function endTokens(services: Services): Promise<string> {
  const partners = await services.store.listPartners();
  const tokensSince = services.clock.now();
  for (const { clientId } of partners) await update(services, clientId, { tokensSince });
  return `partners whose tokens ended: ${partners.length}`;
}

async function listPartners({ store }: Services) {
  const partners = await store.listPartners();
  return partners.map(({ clientId, name, scopes, domains, homePage, disabledAt, createdAt, mayVouch, linkSecret }) => ({
    client_id: clientId,
    name,
    enabled: disabledAt === null,
    scopes,
    domains,
    home_page: homePage,
    created_at: toTimestamp(createdAt),
    may_vouch: mayVouch,
    link_secret: linkSecret,
  }));
}

async function addPartner({ store, clock, security }: Services, [id]: Operands, options: Options): Promise<string> {
  if (!isClientId(id))
    throw new UsageError('The partner ID must be 1 to 255 printable ASCII characters without spaces');
  if (options.name === undefined || options.scopes === undefined)
    throw new UsageError('--name and --scopes are required');
  const secret = generateClientSecret();
  const name = nameOf(options.name);
  const partner: NewPartner = {
    clientId: id,
    scopes: [],
    domains: [],
    mayVouch: false,
    linkSecret: false,
    createdAt: clock.now(),
    disabledAt: null,
    secretHash: hashClientSecret(secret),
    name,
    ...grantsOf(options),
  };
  if (!(await unlessNameTaken(store.addPartner(partner))))
    throw new UsageError(`The partner ${id} already exists. Use "partners change"`);
  security({ event: 'partner_added', actor: 'operator', client_id: id });
  return `client_id ${id}\nclient_secret ${secret}`;
}

async function changePartner(services: Services, [id]: Operands, options: Options): Promise<string> {
  if (Object.keys(options).length === 0)
    throw new UsageError('Nothing to change: add an option, such as --name or --scopes');
  const partner = await services.store.findPartner(id);
  return update(services, id, {
    ...(options.name !== undefined && { name: nameOf(options.name) }),
    ...grantsOf(options, partner?.domains),
  });
}

async function newSecret(services: Services, [id]: Operands, { keepOldFor: kept }: Options): Promise<string> {
  const secret = generateClientSecret();
  const old = kept === undefined ? null : await services.store.findPartner(id);
  const endsAt = kept === undefined ? 0 : services.clock.now() + durationOf(kept);
  const previousSecret = old && { hash: old.secretHash, endsAt };
  await update(services, id, { secretHash: hashClientSecret(secret), previousSecret });
  const keptLine = old === null ? '' : `\nthe old secret stays valid until ${toTimestamp(endsAt)}`;
  return `client_id ${id}\nclient_secret ${secret}${keptLine}`;
}

const UNITS: Readonly<Record<string, Micros>> = { m: seconds(60), h: hours(1), d: hours(24) };
const MAX_KEPT: Micros = hours(24 * 90);

function durationOf(text: string): Micros {
  const [, number = '0', unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const duration = Number(number) * (UNITS[unit] ?? 0);
  if (duration > 0 && duration <= MAX_KEPT) return duration;
  throw new UsageError('--keep-old-for must be a duration of at most 90d, such as 90m, 24h, or 7d');
}

async function update(
  { store, security }: Services,
  id: string,
  change: Parameters<Services['store']['updatePartner']>[1],
): Promise<string> {
  if (!(await unlessNameTaken(store.updatePartner(id, change)))) throw new UsageError(`There is no partner ${id}`);
  security({ event: 'partner_changed', actor: 'operator', client_id: id, changed: Object.keys(change) });
  return `changed ${id}`;
}

function unlessNameTaken<T>(change: Promise<T>): Promise<T> {
  return change.catch((error: unknown) => {
    if (!(error instanceof NameTaken)) throw error;
    const reason = `--name looks like the registered name of the partner ${error.clientId}, so users would confuse them`;
    throw new UsageError(`${reason}. Choose another name`);
  });
}

function nameOf(text: string): string {
  if (text.trim() === '') throw new UsageError('--name must not be blank');
  if (/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u.test(text))
    throw new UsageError(
      '--name must not contain line breaks, control characters, or characters that change the direction of text',
    );
  return text;
}

type Grants = Partial<Pick<Partner, 'scopes' | 'domains' | 'homePage' | 'mayVouch' | 'linkSecret'>>;

function grantsOf(options: Options, currentDomains: readonly string[] = []): Grants {
  const { scopes, domains, homePage, mayVouch, linkSecret } = options;
  const grants: Grants = {
    ...(mayVouch !== undefined && { mayVouch }),
    ...(linkSecret !== undefined && { linkSecret }),
  };
  if (scopes !== undefined) {
    const names = scopes.split(/\s+/).filter((name) => name !== '');
    if (names.length === 0)
      throw new UsageError('--scopes must have at least one scope. To block a partner, use "partners disable"');
    const unknown = names.filter((name) => !allScopes.some((scope) => scope === name));
    if (unknown.length > 0)
      throw new UsageError(`Unknown scope: ${unknown.join(', ')}. The scopes are: ${allScopes.join(' ')}`);
    grants.scopes = [...new Set(names)];
  }
  if (domains !== undefined) {
    // Normalizes hosts as the URL parser does, for comparisons with the hosts of URLs.
    grants.domains = domains.split(',').map((domain) => {
      const url = `http://${domain.trim()}/`;
      const host = URL.canParse(url) ? new URL(url).hostname : '';
      if (/[/@:?#]/.test(domain) || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host)) {
        throw new UsageError('--domains must be host names separated by commas, such as documents.example.edu');
      }
      return host;
    });
  }
  if (homePage !== undefined) grants.homePage = homePageOf(homePage, grants.domains ?? currentDomains);
  return grants;
}

function homePageOf(url: string, domains: readonly string[]): string | null {
  if (url === '') return null;
  const isPlain = url.startsWith('https://') && !url.includes('@') && !url.includes('#');
  if (isPlain && URL.canParse(url) && isOnDomain(url, domains)) return new URL(url).href;
  throw new UsageError('--home-page must be an https URL without @ and #, whose host is one of the --domains');
}
