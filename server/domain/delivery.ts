import type { components } from '../../generated/types.ts';

/** How far the delivery of an event to a webhook has come. */
export type DeliveryState = components['schemas']['WebhookDelivery']['status'];

/** Why an attempt to deliver ended without a complete response. */
export type AttemptError = NonNullable<components['schemas']['DeliveryAttempt']['error']>;
