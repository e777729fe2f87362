import { service } from '../../generated/operations.ts';
import type { VerificationRefusal } from '../domain/verification.ts';
import { changeVerification, type UserAction } from '../lifecycle/change-verification.ts';
import { subjectOf } from '../security-log.ts';
import type { Services } from '../services.ts';
import { type Commands, UsageError } from './command.ts';

/** The user id for a request that no user has opened. */
const OPERATOR = 'sandbox-operator';

/**
 * Does what a user does at the link of a verification request, for the operator of a sandbox. The request changes and
 * its events are queued as usual; a service that runs on the same database delivers them.
 */
export const verificationCommands: Commands = {
  'verifications verify': {
    operands: 2,
    options: ['name'],
    inSandboxOnly: true,
    run(services, [clientId, requestId], { name = '' }) {
      if (name.trim() === '') throw new UsageError('--name is needed: the full name of the user');
      return act(services, clientId, requestId, { kind: 'verify', identity: { full_name: name } });
    },
  },
  'verifications cancel': {
    operands: 2,
    options: [],
    inSandboxOnly: true,
    run: (services, [clientId, requestId]) => act(services, clientId, requestId, { kind: 'cancel' }),
  },
};

const WINDOW = `${service.verification_window_seconds / 3600} hours`;

const refusals: Record<VerificationRefusal, string> = {
  final: 'It is verified or canceled already',
  expired: `Its ${WINDOW} have passed`,
  not_expired: `Its ${WINDOW} have not passed`,
  not_opened: 'Nobody has opened it',
  other_user: 'It belongs to another user',
};

type Act = UserAction extends infer Action
  ? Action extends { userId: string }
    ? Omit<Action, 'userId'>
    : never
  : never;

async function act(
  services: Parameters<typeof changeVerification>[0] & Pick<Services, 'security'>,
  clientId: string,
  requestId: string,
  action: Act,
): Promise<string> {
  const key = { clientId, requestId };
  const [request] = await services.store.findVerificationRequests(clientId, [requestId]);
  if (request === undefined) throw new UsageError(`${clientId} has no verification request ${requestId}`);
  const userId = request.ownerId ?? OPERATOR;
  if (request.ownerId === null) await changeVerification(services, key, { kind: 'open', userId });
  const decision = await changeVerification(services, key, { ...action, userId });
  if (decision?.outcome === 'refused') throw new UsageError(refusals[decision.reason]);
  const event = action.kind === 'verify' ? 'identity_shared' : 'identity_declined';
  services.security({ event, actor: 'operator', client_id: clientId, subject: subjectOf(requestId) });
  return `${requestId} is ${decision?.outcome === 'changed' ? decision.next.status : request.status}`;
}
