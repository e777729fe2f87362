import { operations } from '../../generated/operations.ts';
import type { components } from '../../generated/types.ts';
import { type Micros, toTimestamp } from './clock.ts';
import type { VerificationStatus } from './verification.ts';

/** Status change of a verification request (service description 2.13). */
export interface VerificationEvent {
  /** ID of the event (UUID). */
  eventId: string;
  /** Client ID of the partner that owns the request. */
  clientId: string;
  requestId: string;
  status: VerificationStatus;
  createdAt: Micros;
}

export const TEST_STATUS = operations.sendTestEvent.parameters[1].default;

/** Creates a test event for a request that does not exist. The ID of the request starts with `test-`. */
export function testEvent(
  entry: Pick<VerificationEvent, 'eventId' | 'clientId' | 'createdAt'> & { status?: VerificationStatus | undefined },
): VerificationEvent {
  return { ...entry, status: entry.status ?? TEST_STATUS, requestId: `test-${entry.eventId}` };
}

/** Returns the body of a delivery. The body is stored, so that every attempt sends and signs the same bytes. */
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

/** State of the delivery of an event to a webhook. */
export type DeliveryState = components['schemas']['WebhookDelivery']['status'];

/** Reason why an attempt ended without a complete response. */
export type AttemptError = NonNullable<components['schemas']['DeliveryAttempt']['error']>;
