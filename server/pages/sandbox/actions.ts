import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { credentialTypes, events, type OperationId, operations } from '../../../generated/operations.ts';
import type { Handlers } from '../../../generated/server.ts';
import type { Call } from '../../api/call.ts';
import { sandboxPartners } from '../../api/oauth/sandbox-partners.ts';
import type { AccessServices, AddressServices, StorageServices } from '../../api/services.ts';
import { credentialTypeNames } from '../../domain/credential-types.ts';
import type { RequestSource } from '../../platform/security-log.ts';
import type { FormFields } from '../csrf.tsx';
import { english } from '../messages/messages.tsx';
import { FIRST_MAILBOX, mailboxUrl, webhooksAt } from './mailbox.ts';

/**
 * Sample credentials on the start page: the operation and the example in the contract for each button. Default: the
 * first example without a document.
 */
export const samples: Readonly<Record<string, readonly [operation: OperationId, example?: string]>> = {
  ...Object.fromEntries(
    credentialTypeNames.map((type) => [english.messages[`kind.${type}`], [credentialTypes[type]] as const]),
  ),
  'Digital identity': ['addCredentialBatch', 'CredentialBatchIdentityOnly'],
  'Three microcredentials': ['addMicrocredentialBatch', 'MicrocredentialBatchOfThree'],
  'One of every kind': ['addCredentialBatch', 'CredentialBatchOfEveryKind'],
};

/** Resolves to the request body of a sample. */
export async function sampleBody(contract: URL, operation: OperationId, example?: string) {
  const { paths, components } = JSON.parse(await readFile(contract, 'utf8'));
  const { examples } = paths[operations[operation].path].post.requestBody.content['application/json'];
  const names = example === undefined ? Object.keys(examples) : [example];
  return names.map((name) => components.examples[name].value).find(({ data }) => !data?.document);
}

export interface Outcome {
  message: string;
  isRefused?: boolean;
  href?: string;
  /** ID of a verification request that the developer can decide. */
  requestId?: string;
}

/** Error for an action that an operation rejected. The message is the `detail` of the problem. */
class ActionRefused extends Error {}

/** Creates a function that runs the action of a button, on behalf of the first sandbox partner or the user. */
export function createActions(
  services: AddressServices & StorageServices & AccessServices,
  handlers: Handlers<Call>,
  contract: URL,
) {
  const clientId = sandboxPartners[0]?.clientId ?? '';
  const mailbox = mailboxUrl(services, FIRST_MAILBOX);

  async function decide(fields: FormFields, body: { status: string; digital_identity?: object }, call: Call) {
    const path = { id: fields.get('request_id') ?? '' };
    await callOperation(handlers, 'decideVerificationRequest', { path, body }, call);
    return { message: `The request is ${body.status}. The service notifies the partner's webhooks.`, href: mailbox };
  }

  const actions: Record<string, (fields: FormFields, call: Call) => Promise<Outcome>> = {
    async add(fields, call) {
      const name = fields.get('kind') ?? '';
      const sample = samples[name];
      if (sample === undefined) throw new ActionRefused('This button does not exist.');
      const [operation] = sample;
      const idName = operation === 'addCredentialBatch' ? 'credential_id' : 'id';
      const body = { ...(await sampleBody(contract, ...sample)), [idName]: `SAMPLE-${randomUUID()}` };
      const { redirect_uri } = await callOperation(handlers, operation, { body }, call);
      return { message: `${name}: the credential is waiting. Open its link as the user.`, href: redirect_uri };
    },
    async request(_fields, call) {
      const body = { display_options: { partner_name: 'Demo' } };
      const { redirect_uri, request_id } = await callOperation(handlers, 'createVerificationRequest', { body }, call);
      const message = 'The request is waiting. Open its link as the user, or decide here.';
      return { message, href: redirect_uri, requestId: request_id };
    },
    async event(_fields, call) {
      const known = (await webhooksAt(services, new URL(mailbox))).find((webhook) => webhook.clientId === clientId);
      const body = { url: mailbox, event_types: Object.keys(events) };
      const { id } = known ?? (await callOperation(handlers, 'createWebhook', { body }, call));
      await callOperation(handlers, 'sendTestEvent', { path: { id } }, call);
      return { message: 'A test event is on its way to the mailbox.', href: mailbox };
    },
    verify: (fields, call) =>
      decide(fields, { status: 'verified', digital_identity: { full_name: 'Alex Example' } }, call),
    refuse: (fields, call) => decide(fields, { status: 'canceled' }, call),
  };

  return async (fields: FormFields, origin: RequestSource): Promise<Outcome> => {
    try {
      const partner = await services.partners.findActive(clientId);
      const action = actions[fields.get('do') ?? ''];
      if (partner === null) throw new ActionRefused('The sandbox partner is disabled.');
      if (action === undefined) throw new ActionRefused('This button does not exist.');
      return await action(fields, { ...origin, principal: { kind: 'partner', partner, scopes: partner.scopes } });
    } catch (error) {
      if (error instanceof ActionRefused) return { message: error.message, isRefused: true };
      throw error;
    }
  };
}

/** Calls an operation. Throws `ActionRefused` if the response is a problem. */
async function callOperation(
  handlers: Handlers<Call>,
  operation: keyof Handlers<Call>,
  request: { body?: object; path?: object },
  call: Call,
) {
  const handler = handlers[operation] as (request: object, call: Call) => Promise<{ body?: object; problem?: object }>;
  const bytes = Buffer.from(JSON.stringify(request.body ?? {}));
  const { body, problem } = await handler({ query: {}, warnings: [], ...request, bytes }, call);
  if (problem !== undefined) throw new ActionRefused((problem as { detail: string }).detail);
  return body as { id: string; request_id: string; redirect_uri: string };
}
