import { events, operations, webhookDelivery } from '../../generated/operations.ts';
import type { RequestOf } from '../../generated/server.ts';
import type { components } from '../../generated/types.ts';
import { type Micros, toTimestamp } from './clock.ts';

type Schemas = components['schemas'];

export type EventType = Schemas['WebhookEventType'];

export interface WebhookEvent {
  eventId: string;
  clientId: string;
  type: EventType;
  /** ID that the partner chose for the submission or verification request. */
  resourceId: string;
  status: Schemas['WebhookEvent']['status'];
  createdAt: Micros;
}

const [, typeParameter, statusParameter] = operations.sendTestEvent.parameters;

export function testEvent(
  entry: Pick<WebhookEvent, 'eventId' | 'clientId' | 'createdAt'>,
  { type = typeParameter.default, status = statusParameter.default }: RequestOf<'sendTestEvent'>['query'] = {},
): WebhookEvent {
  return { ...entry, type, status, resourceId: webhookDelivery.test_prefix + entry.eventId };
}

export function showEvent({ eventId, type, resourceId, status, createdAt }: WebhookEvent): Schemas['WebhookEvent'] {
  return {
    event_id: eventId,
    [events[type].identifier]: resourceId,
    type,
    status,
    created_at: toTimestamp(createdAt),
  } as Schemas['WebhookEvent'];
}

/** Returns the body that the database stores, so that every delivery attempt sends and signs the same bytes. */
export const eventBody = (event: WebhookEvent): string => JSON.stringify(showEvent(event));

export type DeliveryState = Schemas['WebhookDelivery']['status'];

export type AttemptError = NonNullable<Schemas['DeliveryAttempt']['error']>;
