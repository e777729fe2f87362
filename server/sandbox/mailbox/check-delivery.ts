import { createHmac } from 'node:crypto';
import { webhookDelivery } from '../../../generated/operations.ts';
import { generateWebhookSecret } from '../../domain/signature.ts';
import {
  verifyWebhook,
  type WebhookVerificationCode,
  WebhookVerificationError,
} from '../../partner-kit/verify-webhook.ts';

const { signature: own, standard_webhooks: standard } = webhookDelivery;

/** A step of the check. `not_reached`: an earlier step failed, or there is nothing to compare with. */
export interface Step {
  verdict: 'passed' | 'failed' | 'not_reached';
  /** The error message of `verifyWebhook`; null when the step passed or was not reached. */
  reason: string | null;
}

interface ReceivedSignature {
  /** Name of the header. */
  header: string;
  value: string;
  /** Index of the secret that gives this signature; null when none does. */
  fits: number | null;
}

/** The check of one family of headers: the service's own, or those of Standard Webhooks. */
export interface FamilyCheck {
  family: 'own' | 'standard';
  headers: Step;
  /** `signedAt` in Unix seconds, from the header; null unless the headers passed. */
  time: Step & { signedAt: number | null };
  signature: Step & {
    /** The text that is signed in front of the raw body. */
    prefix: string;
    /** The signature that each secret gives, in the form of the header. */
    computed: readonly string[];
    received: readonly ReceivedSignature[];
  };
}

export interface DeliveryCheck {
  /** The outcome of `verifyWebhook`. `unknown_secret`: no secret is known, and all else passed. */
  verdict: 'verified' | 'unknown_secret' | WebhookVerificationCode;
  /** Unix seconds. */
  arrivedAt: number;
  /** Families with at least one header in the delivery, the own family first, which is alone when there is none. */
  families: readonly FamilyCheck[];
  body: Step;
}

export interface ArrivedDelivery {
  body: Uint8Array;
  headers: Headers;
  /** The webhook's current secret, then the previous one while it is valid. May be empty. */
  secrets: readonly string[];
  /** Milliseconds since the Unix epoch. */
  now: number;
}

/** A tolerance in seconds that no well-formed timestamp exceeds. */
const ANY_TIME = Number.MAX_SAFE_INTEGER;

/**
 * Checks a delivery as a receiver does, step by step. Every verdict comes from `verifyWebhook`, which checks each
 * family of headers alone, with and without a limit on its time. This function computes only the values on the page.
 */
export async function checkDelivery(arrived: ArrivedDelivery): Promise<DeliveryCheck> {
  const { headers, now } = arrived;
  const present = families.filter(({ names }) => names.some((name) => headers.has(name)));
  const failure = await verificationError(arrived, headers);
  const isUnknown = arrived.secrets.length === 0 && failure?.code === 'signature_mismatch';
  return {
    verdict: isUnknown ? 'unknown_secret' : (failure?.code ?? 'verified'),
    arrivedAt: Math.floor(now / 1000),
    families: await Promise.all(
      (present.length > 0 ? present : families.slice(0, 1)).map((family) => checkFamily(arrived, family)),
    ),
    body: failure === null ? passed : failure.code === 'malformed_body' ? failed(failure) : notReached,
  };
}

/** Returns the error of `verifyWebhook` for the body with these headers; null when it accepts them. */
async function verificationError(
  { body, secrets, now }: ArrivedDelivery,
  headers: Headers,
  toleranceSeconds: number = webhookDelivery.tolerance_seconds,
): Promise<WebhookVerificationError | null> {
  try {
    // A random secret makes `verifyWebhook` check everything before the signature.
    await verifyWebhook(body, headers, secrets.length > 0 ? secrets : [generateWebhookSecret()], {
      toleranceSeconds,
      now: () => now,
    });
    return null;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error;
    throw error;
  }
}

interface Family {
  family: FamilyCheck['family'];
  names: readonly string[];
  timestamp: string;
  encoding: 'hex' | 'base64';
  /** Prefix of a signature in its header. */
  label: string;
  prefix(headers: Headers): string;
  received(headers: Headers): { header: string; value: string }[];
}

const headerOf = (headers: Headers, name: string) => headers.get(name) ?? '';

const families: readonly Family[] = [
  {
    family: 'own',
    names: Object.values(own.headers),
    timestamp: own.headers.timestamp,
    encoding: own.encoding,
    label: '',
    prefix: (headers) => `${headerOf(headers, own.headers.timestamp)}.`,
    received: (headers) =>
      [own.headers.signature, own.headers.previous_signature]
        .filter((name) => headers.has(name))
        .map((header) => ({ header, value: headerOf(headers, header) })),
  },
  {
    family: 'standard',
    names: Object.values(standard.headers),
    timestamp: standard.headers.timestamp,
    encoding: standard.encoding,
    label: `${standard.version},`,
    prefix: (headers) => `${headerOf(headers, standard.headers.id)}.${headerOf(headers, standard.headers.timestamp)}.`,
    received: (headers) =>
      headerOf(headers, standard.headers.signature)
        .split(' ')
        .map((value) => ({ header: standard.headers.signature, value })),
  },
];

async function checkFamily(arrived: ArrivedDelivery, family: Family): Promise<FamilyCheck> {
  const { body, secrets } = arrived;
  const { encoding, label } = family;
  // `Headers` has lower-case names.
  const lowerCase = family.names.map((name) => name.toLowerCase());
  const headers = new Headers([...arrived.headers].filter(([name]) => lowerCase.includes(name)));
  const atAnyTime = await verificationError(arrived, headers, ANY_TIME);
  if (atAnyTime?.code === 'missing_headers' || atAnyTime?.code === 'malformed_headers') {
    const signature = { ...notReached, prefix: '', computed: [], received: [] };
    return { family: family.family, headers: failed(atAnyTime), time: { ...notReached, signedAt: null }, signature };
  }
  const atItsTime = await verificationError(arrived, headers);
  const prefix = family.prefix(headers);
  const computed = secrets.map(
    (secret) => label + createHmac('sha256', secret).update(prefix).update(body).digest(encoding),
  );
  const fits = (value: string) => (computed.includes(value) ? computed.indexOf(value) : null);
  const isMismatch = atAnyTime?.code === 'signature_mismatch';
  return {
    family: family.family,
    headers: passed,
    time: {
      ...(atItsTime?.code === 'timestamp_out_of_tolerance' ? failed(atItsTime) : passed),
      signedAt: Number(headerOf(headers, family.timestamp)),
    },
    signature: {
      ...(secrets.length === 0 ? notReached : isMismatch ? failed(atAnyTime) : passed),
      prefix,
      computed,
      received: family.received(headers).map((each) => ({ ...each, fits: fits(each.value) })),
    },
  };
}

const passed: Step = { verdict: 'passed', reason: null };
const notReached: Step = { verdict: 'not_reached', reason: null };
const failed = ({ message }: WebhookVerificationError): Step => ({ verdict: 'failed', reason: message });
