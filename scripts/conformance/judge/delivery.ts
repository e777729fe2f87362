import { createHmac } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ContractIndex } from '../contract/contract-index.ts';
import { deliveredEvent } from '../contract/delivery-policy.ts';
import { type Json, memberOf, parsed } from '../json.ts';
import type { Arrival } from '../types.ts';

/** What `x-delivery` has rules about, in the words of reports. */
export const RULES = {
  request: 'the request',
  event: 'the event',
  timestamp: 'the time of signing',
  signature: 'the signature',
  standard: 'the signature of Standard Webhooks',
  overlap: 'the secret before, after a rotation',
  ended: 'the end of a secret by a second rotation',
  overlapEnd: 'the end of a secret by its time',
  success: 'what is sent again',
  redirects: 'redirects',
  timeout: 'the time limit of an attempt',
  size: 'the size limit of an answer',
  attempts: 'the number of attempts',
  delays: 'the delays between attempts',
  jitter: 'the jitter of the delays',
  retryAfter: 'Retry-After',
  retryAfterMost: 'the limit of Retry-After',
  redelivery: 'redelivery',
  replacement: 'another URL',
  deletion: 'deletion',
  log: 'the delivery log',
  logEnd: 'the age of the delivery log',
  changes: 'events that are not tests',
} as const;

export type Rule = keyof typeof RULES;
export type Departure = readonly [Rule, string];

/** The secrets of a subscription, the newest first: the second one signs too, and those after it have ended. */
export type Secrets = readonly string[];

/** The identifier of an event stands in its body. */
export const eventIdOf = ({ body }: Pick<Arrival, 'body'>): string =>
  String(memberOf(parsed(body.toString()), 'event_id'));

/** Everything in which a delivery by itself departs from the contract; undefined where that has no rules of them. */
export function deliveryJudge({
  document: contract,
}: ContractIndex): ((arrival: Arrival, secrets: Secrets) => Departure[]) | undefined {
  const event = deliveredEvent(contract);
  if (event === undefined) return undefined;
  const { policy, headers } = event;
  const { signature: own, standard_webhooks: standard } = policy;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...contract, $id: 'contract:' }, 'contract:');
  // What the contract refers to, seen from outside.
  const compile = (schema: Json) => ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"contract:#/')));
  const validateHeaders = compile({
    required: headers.filter(({ required }) => required === true).map(({ name }) => name.toLowerCase()),
    properties: Object.fromEntries(headers.map(({ name, schema }) => [name.toLowerCase(), schema])),
  });
  const validateEvent = compile(event.schema);
  const userAgent = memberOf(contract['x-service'], 'user_agent');

  return ({ at, method, headers: given, body }, secrets) => {
    const found: Departure[] = [];
    const wants = (rule: Rule, isKept: boolean, otherwise: string) => isKept || found.push([rule, otherwise]);
    const header = (name: string) => [given[name.toLowerCase()] ?? []].flat().join(', ');
    const type = header('content-type').split(';')[0]?.trim().toLowerCase();
    wants('request', method === 'POST', `The method must be POST, and is ${method}.`);
    wants('request', type === policy.content_type, `Content-Type must be ${policy.content_type}, and is ${type}.`);
    if (userAgent !== undefined)
      wants(
        'request',
        header('user-agent') === userAgent,
        `User-Agent must be ${userAgent}, and is ${header('user-agent')}.`,
      );
    if (!validateHeaders(given))
      for (const { instancePath, keyword, params } of validateHeaders.errors ?? [])
        found.push(['request', `Header ${instancePath || params['missingProperty']} breaks ${keyword}.`]);
    if (!validateEvent(parsed(body.toString())))
      for (const { instancePath, keyword } of validateEvent.errors ?? [])
        found.push(['event', `The event breaks ${keyword} at ${instancePath || 'the whole'}.`]);

    const timestamp = header(own.headers.timestamp);
    const off = Math.abs(Number(timestamp) - at / 1000);
    wants(
      'timestamp',
      off <= policy.tolerance_seconds,
      `${own.headers.timestamp} is ${Math.round(off)} s from now, and at most ${policy.tolerance_seconds} s are allowed.`,
    );
    const id = header(standard.headers.id);
    wants('standard', id === eventIdOf({ body }), `${standard.headers.id} is not the identifier of the event.`);
    wants(
      'standard',
      header(standard.headers.timestamp) === timestamp,
      `${standard.headers.timestamp} is another time than ${own.headers.timestamp}.`,
    );

    const hmac = ({ algorithm, signed_bytes, encoding }: typeof own | typeof standard, secret: string) => {
      const values: Readonly<Record<string, string | Buffer>> = {
        '{body}': body,
        '{timestamp}': timestamp,
        '{id}': id,
      };
      const code = createHmac(algorithm.replace('HMAC-', '').toLowerCase(), secret);
      for (const part of signed_bytes.split(/(\{\w+\})/)) code.update(values[part] ?? part);
      return code.digest(encoding);
    };
    const [current = '', before, ...ended] = secrets;
    const { signature, previous_signature: previous } = own.headers;
    const fits = (given: string, secret: string | undefined) => secret !== undefined && given === hmac(own, secret);
    wants(
      'signature',
      fits(header(signature), current),
      `The signature ${signature} is not the ${own.algorithm} of the bytes received under the secret.`,
    );
    const second = header(previous);
    if (ended.some((secret) => fits(second, secret)))
      found.push(['ended', `${previous} is made with a secret that a second rotation has ended.`]);
    else if (before === undefined) wants('overlap', second === '', `${previous} is there, and there was no rotation.`);
    else if (second === '') found.push(['overlap', `${previous} is missing after a rotation.`]);
    else
      wants(
        'overlap',
        fits(second, before),
        `${previous} is not the ${own.algorithm} of the bytes received under the secret before.`,
      );

    const signatures = header(standard.headers.signature).split(' ');
    const wanted = (secret: string) => `${standard.version},${hmac(standard, secret)}`;
    wants(
      'standard',
      signatures[0] === wanted(current),
      `${standard.headers.signature} has not the ${standard.algorithm} of the bytes received under the secret.`,
    );
    if (signatures.slice(1).some((given) => ended.some((secret) => given === wanted(secret))))
      found.push(['ended', `${standard.headers.signature} has one of a secret that a second rotation has ended.`]);
    else
      wants(
        'overlap',
        signatures.slice(1).join(' ') === (before === undefined ? '' : wanted(before)),
        `${standard.headers.signature} must have ${before === undefined ? 'one signature' : 'a second one of the secret before'}.`,
      );
    return found;
  };
}
