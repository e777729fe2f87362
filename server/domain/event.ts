import { operations } from '../../generated/operations.ts';
import type { components } from '../../generated/types.ts';
import { type Micros, toTimestamp } from './clock.ts';
import type { VerificationStatus } from './verification.ts';

/** A change of a verification request's status (service description 2.13). */
export interface VerificationEvent {
  /** A UUID. */
  eventId: string;
  /** The partner that the request belongs to. */
  clientId: string;
  requestId: string;
  status: VerificationStatus;
  createdAt: Micros;
}

/** The status of a sample event where nothing else is asked for. */
export const TEST_STATUS = operations.sendTestEvent.parameters[1].default;

/** Creates a sample event. Its request does not exist, which the prefix `test-` of its ID shows. */
export function testEvent(
  entry: Pick<VerificationEvent, 'eventId' | 'clientId' | 'createdAt'> & { status?: VerificationStatus | undefined },
): VerificationEvent {
  return { ...entry, status: entry.status ?? TEST_STATUS, requestId: `test-${entry.eventId}` };
}

/** The body that is sent and signed. It is made once and stored, so that every attempt sends the same bytes. */
export function eventBody({ eventId, requestId, status, createdAt }: VerificationEvent): string {
  const body: components['schemas']['VerificationEvent'] = {
    event_id: eventId,
    request_id: requestId,
    type: 'verification',
    status,
    created_at: toTimestamp(createdAt),
  };
  return JSON.stringify(body);
}

/** The state of the delivery of an event to a webhook. */
export type DeliveryState = components['schemas']['WebhookDelivery']['status'];

/** Why an attempt to deliver ended without a complete response. */
export type AttemptError = NonNullable<components['schemas']['DeliveryAttempt']['error']>;
