import type { Handlers } from '../../../generated/server.ts';
import type { Call } from '../call.ts';
import type { ApiServices } from '../services.ts';
import { assetHandlers } from './assets.ts';
import { deliveryHandlers } from './deliveries.ts';
import { submissionStatusHandlers } from './submission-status.ts';
import { submissionHandlers } from './submissions.ts';
import { tokenHandlers } from './tokens.ts';
import { verificationRequestHandlers } from './verification-requests.ts';
import { webhookHandlers } from './webhooks.ts';

/** Creates the handlers of all operations. A missing handler is a type error. */
export const createHandlers = (services: ApiServices): Handlers<Call> => ({
  ...tokenHandlers(services),
  ...submissionHandlers(services),
  ...assetHandlers(services),
  ...submissionStatusHandlers(services),
  ...verificationRequestHandlers(services),
  ...webhookHandlers(services),
  ...deliveryHandlers(services),
});
