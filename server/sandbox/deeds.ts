import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Handlers } from '../../generated/server.ts';
import { generatedFiles } from '../generated-files.ts';
import type { Call } from '../http/caller.ts';
import type { Origin } from '../security-log.ts';
import type { Services } from '../services.ts';
import type { FormFields } from '../user-app/form.ts';
import { FIRST_MAILBOX, mailboxUrl } from './addresses.ts';
import { type WebhookLookup, webhooksAt } from './mailbox/webhooks-at.ts';
import { sandboxPartners } from './partners.ts';

/** The samples of the start page: an example of the contract for each kind of credential. */
export const samples = {
  Education: ['addEducation', 'EducationAwaitingGraduation'],
  'English test': ['addEnglishProficiency', 'EnglishProficiencyMinimal'],
  Microcredential: ['addMicrocredential', 'MicrocredentialWithoutDocument'],
  'Right to work': ['addRightToWork', 'RightToWorkAustralia'],
  'Digital identity': ['addCredentialBatch', 'CredentialBatchIdentityOnly'],
  'Three microcredentials': ['addMicrocredentialBatch', 'MicrocredentialBatchOfThree'],
  'One of every kind': ['addCredentialBatch', 'CredentialBatchOfEveryKind'],
} as const satisfies Record<string, readonly [keyof Handlers<Call>, string]>;

/** What came of a button. */
export interface Outcome {
  said: string;
  isRefused?: boolean;
  /** Where to look at it. */
  href?: string;
  /** Of a verification request that can be decided. */
  requestId?: string;
}

export type DeedServices = WebhookLookup & Pick<Services, 'partners'>;

/** Does what a button of the start page stands for, as the first of the ready partners, or for the user. */
export function createDeeds(services: DeedServices, handlers: Handlers<Call>) {
  const clientId = sandboxPartners[0]?.clientId ?? '';

  /** Calls an operation; throws what it refuses. */
  async function ask(operation: keyof Handlers<Call>, request: object, call: Call) {
    const handler = handlers[operation] as (
      request: object,
      call: Call,
    ) => Promise<{ body?: object; problem?: object }>;
    const bytes = Buffer.from(JSON.stringify('body' in request ? request.body : {}));
    const { body, problem } = await handler({ ...request, bytes }, call);
    if (problem !== undefined) throw new DeedRefused((problem as { detail: string }).detail);
    return body as { id: string; request_id: string; redirect_uri: string };
  }

  const deeds: Record<string, (fields: FormFields, call: Call) => Promise<Outcome>> = {
    async add(fields, call) {
      const [name, [operation, example]] = Object.entries(samples).find(([name]) => name === fields.get('kind')) ?? [
        'Education',
        samples.Education,
      ];
      const body = { ...(await exampleOf(example)) };
      body[operation === 'addCredentialBatch' ? 'credential_id' : 'id'] = `SAMPLE-${randomUUID()}`;
      const { redirect_uri } = await ask(operation, { body }, call);
      return { said: `${name}: the credential waits at its link. Open it as the user.`, href: redirect_uri };
    },
    async request(_fields, call) {
      const body = { display_options: { partner_name: 'Demo' } };
      const { redirect_uri, request_id } = await ask('createVerificationRequest', { body }, call);
      const said = 'The verification waits at its link. Open it as the user, or decide here.';
      return { said, href: redirect_uri, requestId: request_id };
    },
    async event(_fields, call) {
      const url = mailboxUrl(services, FIRST_MAILBOX);
      const known = (await webhooksAt(services, new URL(url))).find((webhook) => webhook.clientId === clientId);
      const { id } = known ?? (await ask('createWebhook', { body: { url } }, call));
      await ask('sendTestEvent', { path: { id }, query: {} }, call);
      return { said: 'A test event is on its way to the mailbox.', href: url };
    },
    verify: (fields, call) =>
      decide(fields, { status: 'verified', digital_identity: { full_name: 'Alex Example' } }, call),
    refuse: (fields, call) => decide(fields, { status: 'canceled' }, call),
  };

  async function decide(
    fields: FormFields,
    body: { status: string; digital_identity?: object },
    call: Call,
  ): Promise<Outcome> {
    const path = { id: fields.get('request_id') ?? '' };
    await ask('decideVerificationRequest', { path, body }, call);
    const said = `The request is ${body.status}. Webhooks of the partner are told.`;
    return { said, href: mailboxUrl(services, FIRST_MAILBOX) };
  }

  return async (fields: FormFields, origin: Origin): Promise<Outcome> => {
    try {
      const partner = await services.partners.findActive(clientId);
      const deed = deeds[fields.get('do') ?? ''];
      if (partner === null) throw new DeedRefused('The partner of the sandbox is disabled.');
      if (deed === undefined) throw new DeedRefused('There is no such button.');
      return await deed(fields, { ...origin, principal: { kind: 'partner', partner, scopes: partner.scopes } });
    } catch (error) {
      if (error instanceof DeedRefused) return { said: error.message, isRefused: true };
      throw error;
    }
  };
}

class DeedRefused extends Error {}

async function exampleOf(name: string): Promise<Record<string, unknown>> {
  const { components } = JSON.parse(await readFile(generatedFiles.contract, 'utf8'));
  return components.examples[name].value;
}
