import { randomUUID } from 'node:crypto';
import type { Handlers, RequestOf } from '../../../generated/server.ts';
import type { components } from '../../../generated/types.ts';
import { toTimestamp } from '../../domain/clock.ts';
import { NOBODY } from '../../domain/link-state.ts';
import { verificationUri } from '../../domain/redirect-uri.ts';
import { StoreUnavailable } from '../../domain/unavailable.ts';
import { verificationStatus } from '../../domain/verification-lifecycle.ts';
import { subjectOf } from '../../platform/security-log.ts';
import { changeVerification, readRequest, type UserAction } from '../../storage/changes/change-verification.ts';
import type { VerificationRequest } from '../../storage/database/verifications/verification-store.ts';
import {
  decryptJson,
  type StoredRequest,
  verificationContent,
  verifiedIdentity,
} from '../../storage/encryption/encrypted-json.ts';
import { orLogged, randomKey } from '../../storage/encryption/encryptor.ts';
import { type Call, locationOf, logAction, partnerOf } from '../call.ts';
import { isGuessable } from '../contract/extension-keywords.ts';
import { alreadyVerified, lookalikeName } from '../contract/problem.ts';
import { noteRead } from '../request-log.ts';
import type { ApiServices, StorageServices } from '../services.ts';
import { differentContent } from './different-content.ts';

const noRequest = {
  status: 404,
  problem: { code: 'not_found', detail: 'There is no verification request with this id.' },
} as const;

const alreadyDecided = {
  status: 409,
  problem: { code: 'id_conflict', detail: 'The verification request with this id is already verified or canceled.' },
} as const;

export function verificationRequestHandlers(services: ApiServices) {
  const { store, encryptor, baseUrl, appUrl, partners } = services;
  return {
    async createVerificationRequest({ body, bytes, warnings }, call) {
      const partner = partnerOf(call);
      if (await partners.isLookalike(body.display_options.partner_name, partner))
        return { status: 422, problem: lookalikeName() };
      const { clientId, linkSecret } = partner;
      const requestId = body.request_id ?? randomUUID();
      const id = { clientId, requestId };
      const needsKey = linkSecret || isGuessable(warnings);
      const created = needsKey ? { ...body, link_key: randomKey() } : body;
      const content = encryptor.encrypt(needsKey ? JSON.stringify(created) : bytes, verificationContent(id));
      const outcome = await store.addVerificationRequest({ ...id, content });
      // A replay uses the stored key, so that the link stays the same even if the partner's `linkSecret` has changed.
      const isReplay = outcome === 'replayed';
      const stored: StoredRequest | null = isReplay ? await readRequest(services, id) : created;
      if (stored === null) throw new StoreUnavailable('The request was deleted while it was repeated');
      const { link_key: key, ...first } = stored;
      return {
        status: 201,
        body: { request_id: requestId, redirect_uri: verificationUri(appUrl, { ...id, key }) },
        headers: {
          ...locationOf(baseUrl, 'getVerificationRequest', requestId),
          ...(isReplay && { 'Idempotent-Replayed': 'true' }),
        },
        warnings: isReplay ? differentContent(first, body) : [],
      };
    },
    getVerificationRequest: (request, call) => getRequest(services, request.path.id, call),
    async listVerificationRequests({ query }, call) {
      const ids = query['request_id[]'];
      const found = await store.findVerificationRequests(partnerOf(call).clientId, ids);
      const byId = new Map(found.map((request) => [request.requestId, request]));
      const requested = ids.map((id) => byId.get(id)).filter((request) => request !== undefined);
      noteRead(call.record, { resources: requested.map(({ requestId }) => requestId) });
      const results = requested.map((request) =>
        orLogged(services.log, 'identities', request, () => verificationResult(services, request)),
      );
      const requests = (await Promise.all(results)).filter((result) => result !== null);
      return { status: 200, body: { requests } };
    },
    async cancelVerificationRequest(request, call) {
      const key = { clientId: partnerOf(call).clientId, requestId: request.path.id };
      const change = await changeVerification(services, key, { kind: 'cancel' });
      if (change?.outcome === 'refused') return alreadyVerified;
      if (change?.outcome === 'changed')
        logAction(services, 'verification_canceled', call, { subject: subjectOf(key.requestId) });
      return getRequest(services, request.path.id, call);
    },
    async decideVerificationRequest(request, call) {
      if (!services.sandbox) return noRequest;
      const isAllowed = await decideForUser(services, request, call);
      return isAllowed ? getRequest(services, request.path.id, call) : alreadyDecided;
    },
  } satisfies Partial<Handlers<Call>>;
}

async function getRequest(services: StorageServices, id: string, call: Call) {
  const [request] = await services.store.findVerificationRequests(partnerOf(call).clientId, [id]);
  if (request === undefined) return noRequest;
  noteRead(call.record, { resources: [id] });
  return { status: 200, body: verificationResult(services, request) } as const;
}

/** Resolves to false if the verification request is already verified or canceled. */
async function decideForUser(
  services: ApiServices,
  { path, body }: RequestOf<'decideVerificationRequest'>,
  call: Call,
): Promise<boolean> {
  const { clientId } = partnerOf(call);
  const key = { clientId, requestId: path.id };
  const content = await readRequest(services, key);
  const [client_id = clientId] = content?.accepted_sources ?? [];
  const name = (await services.store.findPartner(client_id))?.name ?? client_id;
  const source = { client_id, name, accepted_at: toTimestamp(services.clock.now()) };
  const [found] = await services.store.findVerificationRequests(clientId, [path.id]);
  const userId = found?.ownerId ?? NOBODY;
  const action: UserAction =
    body.status === 'verified'
      ? { kind: 'verify', userId, identity: { ...body.digital_identity, source } }
      : { kind: 'refuse', userId };
  const decision = await changeVerification(services, key, action);
  if (decision?.outcome === 'refused') return false;
  const event = action.kind === 'verify' ? 'identity_shared' : 'identity_declined';
  if (decision !== null) logAction(services, event, call, { subject: subjectOf(path.id) });
  return true;
}

function verificationResult(
  { clock, encryptor, verificationWindow }: StorageServices,
  request: VerificationRequest,
): components['schemas']['VerificationResult'] {
  const { requestId, createdAt, identity, finalizedAt } = request;
  const about = { request_id: requestId, created_at: toTimestamp(createdAt) };
  const credential_type = 'digital_identity';
  const status = verificationStatus(request, clock.now(), verificationWindow);
  if (status !== 'verified') return { ...about, results: [{ credential_type, status }] };
  if (identity === null || finalizedAt === null) throw new TypeError('A verified request must have an identity');
  const verified_at = toTimestamp(finalizedAt);
  const digital_identity = decryptJson(encryptor, verifiedIdentity(request), identity);
  return { ...about, results: [{ credential_type, status, verified_at, digital_identity }] };
}
