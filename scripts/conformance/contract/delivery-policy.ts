import { type Contract, type Parameter, resolve, type Schema } from '../../generate/contract.ts';

interface Signing {
  /** `HMAC-` followed by the name of the hash function. */
  algorithm: string;
  /** Template of the signed bytes, with placeholders in braces. */
  signed_bytes: string;
  encoding: 'hex' | 'base64';
}

/** Rules for the delivery of webhook events (`x-delivery`). */
export interface DeliveryPolicy {
  content_type: string;
  success_status: number;
  timeout_seconds: number;
  max_response_bytes: number;
  retry_delays_seconds: readonly number[];
  jitter: number;
  retry_after_max_seconds: number;
  signature: Signing & { headers: { timestamp: string; signature: string; previous_signature: string } };
  standard_webhooks: Signing & { version: string; headers: { id: string; timestamp: string; signature: string } };
  tolerance_seconds: number;
  previous_secret_seconds: number;
  log_seconds: number;
  /** Operations that a subscriber uses to manage webhooks and to trigger deliveries. */
  operations: Record<'create' | 'replace' | 'rotate' | 'delete' | 'test' | 'redeliver' | 'log', string>;
}

/** A webhook event in a contract, and its delivery rules. */
export interface DeliveredEvent {
  policy: DeliveryPolicy;
  schema: Schema;
  headers: readonly Parameter[];
}

/** Returns the event whose deliveries a subscriber can trigger; undefined if there is no such event. */
export function deliveredEvent(contract: Contract): DeliveredEvent | undefined {
  return Object.values(contract.webhooks ?? {})
    .map(({ post: { 'x-delivery': rules, parameters = [], requestBody } }) => {
      const policy = rules as unknown as DeliveryPolicy;
      const { schema = {} } = requestBody?.content[policy?.content_type] ?? {};
      return { policy, schema, headers: parameters.map((each) => resolve<Parameter>(contract, each)) };
    })
    .find(({ policy }) => policy?.operations !== undefined);
}
