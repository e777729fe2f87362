import type { Handlers } from '../../generated/server.ts';
import { locationOf } from '../contract/location.ts';
import { verificationContent } from '../crypto/sealed-json.ts';
import { orderedUuid } from '../domain/ordered-uuid.ts';
import { verificationUri } from '../domain/redirect-uri.ts';
import { type Call, partnerOf } from '../http/caller.ts';
import type { Services } from '../services.ts';
import { verificationResult } from './show-verification.ts';

type Operations = 'createVerificationRequest' | 'getVerificationRequest' | 'listVerificationRequests';

/** Creates verification requests, and reads them singly and in bulk. */
export function verificationRequestHandlers(
  services: Pick<Services, 'store' | 'sealer' | 'clock' | 'baseUrl' | 'appUrl' | 'verificationWindow'>,
): Pick<Handlers<Call>, Operations> {
  const { store, sealer, clock, baseUrl, appUrl } = services;
  return {
    async createVerificationRequest({ body, bytes }, call) {
      const { clientId } = partnerOf(call);
      const createdAt = clock.now();
      const requestId = body.request_id ?? orderedUuid(createdAt);
      const key = { clientId, requestId };
      const content = sealer.seal(bytes, verificationContent(key));
      const outcome = await store.addVerificationRequest({ ...key, content, createdAt });
      return {
        status: 201,
        body: { request_id: requestId, redirect_uri: verificationUri(appUrl, key) },
        headers: {
          ...locationOf(baseUrl, 'getVerificationRequest', requestId),
          ...(outcome === 'replayed' && { 'Idempotent-Replayed': 'true' }),
        },
      };
    },
    async getVerificationRequest({ path }, call) {
      const [request] = await store.findVerificationRequests(partnerOf(call).clientId, [path.id]);
      if (request !== undefined) return { status: 200, body: verificationResult(services, request) };
      const detail = 'There is no verification request with this id.';
      return { status: 404, problem: { code: 'not_found', detail } };
    },
    async listVerificationRequests({ query }, call) {
      const ids = query['request_id[]'];
      const found = await store.findVerificationRequests(partnerOf(call).clientId, ids);
      const byId = new Map(found.map((request) => [request.requestId, request]));
      const asked = ids.map((id) => byId.get(id)).filter((request) => request !== undefined);
      return {
        status: 200,
        body: { requests: asked.map((request) => verificationResult(services, request)) },
      };
    },
  };
}
