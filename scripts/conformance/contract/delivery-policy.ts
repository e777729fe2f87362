import { type Contract, type Parameter, resolve, type Schema } from '../../generate/contract.ts';

interface Signing {
  /** `HMAC-` and the hash. */
  algorithm: string;
  /** The parts in braces are put in. */
  signed_bytes: string;
  encoding: 'hex' | 'base64';
}

/** How a contract has its events delivered (`x-delivery`). */
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
  /** With what a subscriber makes deliveries happen. */
  operations: Record<'create' | 'replace' | 'rotate' | 'delete' | 'test' | 'redeliver' | 'log', string>;
}

/** An event of a contract, and how it is delivered. */
export interface DeliveredEvent {
  policy: DeliveryPolicy;
  schema: Schema;
  headers: readonly Parameter[];
}

/** The event whose deliveries a subscriber can make happen; undefined where there is none. */
export function deliveredEvent(contract: Contract): DeliveredEvent | undefined {
  return Object.values(contract.webhooks ?? {})
    .map(({ post: { 'x-delivery': rules, parameters = [], requestBody } }) => {
      const policy = rules as unknown as DeliveryPolicy;
      const { schema = {} } = requestBody?.content[policy?.content_type] ?? {};
      return { policy, schema, headers: parameters.map((each) => resolve<Parameter>(contract, each)) };
    })
    .find(({ policy }) => policy?.operations !== undefined);
}
