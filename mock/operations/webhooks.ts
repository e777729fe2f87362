import { locationOf } from '../../server/contract/location.ts';
import { TEST_STATUS } from '../../server/domain/event.ts';
import { partnerOf } from '../../server/http/caller.ts';
import type { Adaptations } from '../adapt.ts';
import type { SampleEvents, TellEvents } from '../sample-events.ts';

/** Webhooks: responses contain the requested values. A created webhook gets a sample event, signed with its secret. */
export function adaptWebhooks(baseUrl: string, sampleEvents: Pick<SampleEvents, 'send'>, tell: TellEvents) {
  return {
    createWebhook: ({ body: { name = null, description = null, url } }, call) => ({
      adapt: (example) => {
        const { clientId } = partnerOf(call);
        sampleEvents.send({ clientId, webhookId: example.id, url, secret: example.secret });
        return { ...example, name, description, url };
      },
      headers: ({ id }) => locationOf(baseUrl, 'getWebhook', id),
    }),
    getWebhook: ({ path }) => ({ adapt: (example) => ({ ...example, id: path.id }) }),
    replaceWebhook: ({ path, body: { name = null, description = null, url } }) => ({
      adapt: (example) => ({ ...example, id: path.id, name, description, url }),
    }),
    rotateWebhookSecret: ({ path }) => ({ adapt: (example) => ({ ...example, id: path.id }) }),
    sendTestEvent: ({ query: { status = TEST_STATUS } }, call) => ({
      adapt: (example) => {
        const event = { ...example.event, status };
        tell(partnerOf(call).clientId, { status });
        return { ...example, event };
      },
    }),
    redeliverEvent: ({ path }, call) => ({
      adapt: (example) => {
        tell(partnerOf(call).clientId);
        return { ...example, redelivery_of: path.delivery_id };
      },
    }),
  } satisfies Adaptations;
}
