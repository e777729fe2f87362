import type { Handlers } from '../../generated/server.ts';
import type { Call } from '../http/caller.ts';
import type { Services } from '../services.ts';
import { assetHandlers } from './assets.ts';
import { deliveryHandlers } from './deliveries.ts';
import { sandboxDecisionHandlers } from './sandbox-decisions.ts';
import { submissionStatusHandlers } from './submission-status.ts';
import { submissionHandlers } from './submissions.ts';
import { tokenHandlers } from './tokens.ts';
import { verificationRequestHandlers } from './verification-requests.ts';
import { webhookHandlers } from './webhooks.ts';
import { wellKnownHandlers } from './well-known.ts';

/** Every operation of the contract; a missing one does not compile. */
export function createHandlers(services: Services): Handlers<Call> {
  return {
    ...tokenHandlers(services),
    ...submissionHandlers(services),
    ...assetHandlers(services),
    ...submissionStatusHandlers(services),
    ...verificationRequestHandlers(services),
    ...webhookHandlers(services),
    ...deliveryHandlers(services),
    ...sandboxDecisionHandlers(services),
    ...wellKnownHandlers(services),
  };
}
