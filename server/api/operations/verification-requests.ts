import { randomUUID } from 'node:crypto';
import type { Handlers } from '../../../generated/server.ts';
import type { components } from '../../../generated/types.ts';
import { toTimestamp } from '../../domain/clock.ts';
import { verificationUri } from '../../domain/redirect-uri.ts';
import { verificationStatus } from '../../domain/verification-lifecycle.ts';
import { readRequest } from '../../storage/changes/change-verification.ts';
import type { VerificationRequest } from '../../storage/database/verifications/verification-store.ts';
import {
  decryptJson,
  type StoredRequest,
  verificationContent,
  verifiedIdentity,
} from '../../storage/encryption/encrypted-json.ts';
import { orLogged, randomKey } from '../../storage/encryption/encryptor.ts';
import { type Call, locationOf, partnerOf } from '../call.ts';
import { isGuessable } from '../contract/extension-keywords.ts';
import { lookalikeName } from '../contract/problem.ts';
import { noteRead } from '../request-log.ts';
import type { AccessServices, AddressServices, ReportServices, StorageServices } from '../services.ts';
import { differentContent } from './different-content.ts';

export function verificationRequestHandlers(
  services: AddressServices & ReportServices & StorageServices & AccessServices,
) {
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
      // A repeated request gets the link of the first request, whatever the setting of the partner is now.
      const stored: StoredRequest = (outcome === 'replayed' && (await readRequest(services, id))) || created;
      const { link_key: key, ...first } = stored;
      return {
        status: 201,
        body: { request_id: requestId, redirect_uri: verificationUri(appUrl, { ...id, key }) },
        headers: {
          ...locationOf(baseUrl, 'getVerificationRequest', requestId),
          ...(outcome === 'replayed' && { 'Idempotent-Replayed': 'true' }),
        },
        warnings: differentContent(first, body),
      };
    },
    async getVerificationRequest({ path }, call) {
      const [request] = await store.findVerificationRequests(partnerOf(call).clientId, [path.id]);
      if (request !== undefined) {
        noteRead(call.record, { resources: [path.id] });
        return { status: 200, body: verificationResult(services, request) };
      }
      const detail = 'There is no verification request with this id.';
      return { status: 404, problem: { code: 'not_found', detail } };
    },
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
  } satisfies Partial<Handlers<Call>>;
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
