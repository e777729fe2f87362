import { locationOf } from '../../server/contract/location.ts';
import { verificationUri } from '../../server/domain/redirect-uri.ts';
import { partnerOf } from '../../server/http/caller.ts';
import { type Adaptations, cycleExamples } from '../adapt.ts';
import type { TellEvents } from '../sample-events.ts';
import type { MockServices } from '../services.ts';

/** Verification requests: responses contain the requested ids. */
export function adaptVerificationRequests({ baseUrl }: MockServices, tell: TellEvents) {
  return {
    createVerificationRequest: ({ body }, call) => ({
      adapt: (example) => {
        const requestId = body.request_id ?? example.request_id;
        const key = { clientId: partnerOf(call).clientId, requestId };
        return { ...example, request_id: requestId, redirect_uri: verificationUri(baseUrl, key) };
      },
      headers: ({ request_id }) => locationOf(baseUrl, 'getVerificationRequest', request_id),
    }),
    getVerificationRequest: ({ path }) => ({
      adapt: (example) => ({ ...example, request_id: path.id }),
    }),
    decideVerificationRequest: ({ path, body }, call) => ({
      adapt: (example) => {
        tell(partnerOf(call).clientId, { requestId: path.id, status: body.status });
        const results = example.results.map((result) =>
          body.status === 'verified' && result.status === 'verified'
            ? { ...result, digital_identity: body.digital_identity }
            : { credential_type: result.credential_type, status: 'canceled' as const },
        );
        return { ...example, request_id: path.id, results };
      },
    }),
    listVerificationRequests: ({ query }) => ({
      adapt: (example) => ({
        ...example,
        requests: cycleExamples(example.requests, query['request_id[]'], (entry, request_id) => ({
          ...entry,
          request_id,
        })),
      }),
    }),
  } satisfies Adaptations;
}
