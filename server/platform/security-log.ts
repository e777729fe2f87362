import { createHash } from 'node:crypto';
import { isAmong } from '../domain/address-ranges.ts';
import { clientAddress } from '../domain/client-address.ts';
import type { Logger } from './log.ts';

/** server/operate/docs/run.md lists these events and their descriptions. */
export const SECURITY_EVENTS = {
  client_refused:
    'the token endpoint rejected a client; `reason` is `no_credentials`, `unknown_or_disabled`, `wrong_secret`, or `too_many_requests`',
  signed_in: 'a person signed in',
  mobile_signed_in: 'the mobile application reported a sign-in',
  sign_in_failed: 'a sign-in failed; `reason` is the cause',
  signed_out: 'a person signed out',
  consent_given: 'a person, or in the sandbox the partner, accepted a submission',
  consent_declined: 'a person, or in the sandbox the partner, declined a submission, which was erased',
  submission_canceled: 'a partner canceled a submission, which was erased',
  verification_canceled: 'a partner canceled a verification request',
  credential_deleted: 'a person deleted a credential',
  submission_erased: 'the operator erased a submission',
  data_downloaded: 'a person downloaded all of their data',
  account_deleted: 'a person deleted the account with all its data, or the operator did; `user_id` is the account',
  identity_shared: 'a person, or in the sandbox the partner, verified a digital identity for a partner',
  sharing_stopped: 'a person stopped sharing a digital identity with a partner, and the result was erased',
  identity_declined: 'a person, or in the sandbox the partner, canceled a verification',
  webhook_created: 'a partner created a webhook',
  webhook_replaced: 'a partner changed a webhook',
  webhook_deleted: 'a partner deleted a webhook',
  webhook_secret_rotated: 'a partner rotated the secret of a webhook',
  partner_added: 'the operator added a partner',
  partner_changed:
    'the operator changed a partner; `changed` lists the properties, such as `secretHash`, `scopes`, or `disabledAt`',
  keys_rotated: 'the operator created a new signing key for access tokens',
  keys_reencrypted: 'the operator re-encrypted all data under the newest data key',
  operator_command: 'an operator ran a command; the fields are those of its entry in the audit log',
  erased:
    'the retention rules erased submissions (`submissions`) and documents of submissions (`documents_of`); both fields are numbers',
} as const;

export interface SecurityEvent {
  event: keyof typeof SECURITY_EVENTS;
  actor: 'operator' | 'service' | 'anyone' | `partner:${string}` | `person:${string}`;
  client_id?: string;
  user_id?: string;
  webhook_id?: string;
  /** Digest of the resource ID (`subjectOf`). */
  subject?: string;
  reason?: string;
  changed?: readonly string[];
  submissions?: number;
  documents_of?: number;
  operator?: string;
  /** Number of the command's entry in the audit log. */
  sequence?: number;
  command?: string;
  operands?: readonly string[];
  options?: object;
}

export interface RequestSource {
  /** IP address of the client or of a proxy. */
  remoteAddress: string | undefined;
  header(name: string): string | undefined;
  requestId: string | undefined;
}

/** Events must contain neither personal data nor secrets. */
export type SecurityLog = (event: SecurityEvent, origin?: RequestSource) => void;

export type AddressOf = (origin: RequestSource) => string | undefined;

export function clientAddressBehind(trustedProxies: readonly string[]): AddressOf {
  const isTrusted = isAmong(trustedProxies);
  return (origin) =>
    clientAddress({ remoteAddress: origin.remoteAddress, forwardedFor: origin.header('X-Forwarded-For') }, isTrusted);
}

export function createSecurityLog(log: Logger, sourceOf: AddressOf): SecurityLog {
  return (event, origin) =>
    log.info({ ...event, source: origin && sourceOf(origin), request_id: origin?.requestId }, 'security');
}

/** Returns a digest of the ID, because a reader of the log could use the ID to open the link of a submission. */
export const subjectOf = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 16);
