import { service } from '../../generated/operations.ts';
import type { VerificationRefusal } from '../domain/verification.ts';
import { actForUser, type OperatorAction } from '../lifecycle/act-for-user.ts';
import { type Commands, UsageError } from './command.ts';

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

async function act(
  services: Parameters<typeof actForUser>[0],
  clientId: string,
  requestId: string,
  action: OperatorAction,
): Promise<string> {
  const done = await actForUser(services, { clientId, requestId }, action);
  if (done === null) throw new UsageError(`${clientId} has no verification request ${requestId}`);
  if ('refused' in done) throw new UsageError(refusals[done.refused]);
  return `${requestId} is ${done.status}`;
}
