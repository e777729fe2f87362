import { createHash } from 'node:crypto';
import { clientAddress, isAmong } from './domain/addresses.ts';
import type { Logger } from './log.ts';

/** What the security log tells of, for the operator; server/README.md shows this table. */
export const SECURITY_EVENTS = {
  client_refused:
    'the token endpoint refused a client; `reason` is `no_credentials`, `unknown_or_disabled`, `wrong_secret` or `too_many_requests`',
  signed_in: 'a person signed in',
  mobile_signed_in: 'the mobile application reported that a person signed in on it',
  sign_in_failed: 'a sign-in came to nothing; `reason` says why',
  signed_out: 'a person signed out',
  consent_given: 'a person, or in the sandbox the partner, accepted a submission',
  consent_declined: 'the same declined a submission, which was erased',
  credential_deleted: 'a person deleted a credential',
  data_downloaded: 'a person downloaded all of their data',
  account_deleted: 'a person deleted the account, with everything in it',
  identity_shared: 'a person, or in the sandbox the partner, verified a digital identity for a partner',
  identity_declined: 'the same canceled the verification',
  webhook_created: 'a partner created a webhook',
  webhook_replaced: 'a partner changed a webhook',
  webhook_deleted: 'a partner deleted a webhook',
  webhook_secret_rotated: 'a partner had a new secret made for a webhook',
  partner_added: 'the operator added a partner',
  partner_changed:
    'the operator changed a partner; `changed` names what, such as `secretHash`, `scopes` or `disabledAt`',
  keys_rotated: 'the operator made a new key for access tokens',
  keys_reencrypted: 'the operator had everything encrypted under the newest data key',
  erased: 'the retention rules erased so many `submissions`, and the documents of so many (`documents_of`)',
} as const;

export interface SecurityEvent {
  event: keyof typeof SECURITY_EVENTS;
  /** Who did it: `operator`, `service`, `anyone`, or a partner or a person by the id that they have here. */
  actor: 'operator' | 'service' | 'anyone' | `partner:${string}` | `person:${string}`;
  /** Whom it concerns. */
  client_id?: string;
  webhook_id?: string;
  /** What it is about, as `subjectOf` gives it. */
  subject?: string;
  reason?: string;
  changed?: readonly string[];
  submissions?: number;
  documents_of?: number;
}

/** A request, as far as it says where it came from. */
export interface Origin {
  /** Of the connection. */
  remoteAddress: string | undefined;
  header(name: string): string | undefined;
  requestId: string | undefined;
}

/** Writes a line of its own kind: its `msg` is `security`. Nothing in it is personal or secret. */
export type SecurityLog = (event: SecurityEvent, origin?: Origin) => void;

/** The address that a request came from; undefined where it is not known. */
export type SourceOf = (origin: Origin) => string | undefined;

/** `trustedProxies`: IP addresses and CIDR ranges whose `X-Forwarded-For` is believed. */
export function sourceBehind(trustedProxies: readonly string[]): SourceOf {
  const isTrusted = isAmong(trustedProxies);
  return (origin) => {
    const { remoteAddress } = origin;
    return clientAddress({ remoteAddress, forwardedFor: origin.header('X-Forwarded-For') }, isTrusted);
  };
}

export function createSecurityLog(log: Logger, sourceOf: SourceOf): SecurityLog {
  return (event, origin) =>
    log.info({ ...event, source: origin && sourceOf(origin), request_id: origin?.requestId }, 'security');
}

/** Names what an event is about, for comparison alone: who holds the id of a submission can open its link. */
export const subjectOf = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 16);
