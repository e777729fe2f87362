import type { Contract } from './contract.ts';

/** The `x-delivery` of a webhook, as far as its table shows it. */
interface DeliveryRules {
  content_type: string;
  success_status: number;
  timeout_seconds: number;
  max_response_bytes: number;
  retry_delays_seconds: number[];
  jitter: number;
  retry_after_max_seconds: number;
  signature: SignatureRules;
  standard_webhooks: SignatureRules & { secret_prefix: string };
  tolerance_seconds: number;
  secret_characters: number;
  previous_secret_seconds: number;
  log_seconds: number;
}

interface SignatureRules {
  algorithm: string;
  signed_bytes: string;
  encoding: string;
  headers: Record<string, string>;
}

const PLACE = '<!-- delivery-rules -->';

/** Puts the delivery rules of each webhook into its description, as a table for people. */
export function tellDeliveryRules(contract: Contract): void {
  for (const { post } of Object.values(contract.webhooks)) {
    if (!post.description.includes(PLACE))
      throw new Error(`${post.operationId}: there is no place for its delivery rules`);
    const table = renderRules(post['x-delivery'] as unknown as DeliveryRules);
    post.description = post.description.replace(PLACE, table);
  }
}

function renderRules(rules: DeliveryRules): string {
  const percent = rules.jitter * 100;
  const rows = [
    ['request', `\`POST\`, \`Content-Type: ${rules.content_type}\``],
    ['success', `HTTP ${rules.success_status} and nothing else, complete within ${spell(rules.timeout_seconds)}`],
    [
      'attempts',
      `${rules.retry_delays_seconds.length + 1}: one at once, the others after ${rules.retry_delays_seconds.map(spell).join(', ')}`,
    ],
    ['jitter', `each delay is up to ${percent} % shorter or longer`],
    ['`Retry-After`', `respected when it is longer than the delay, up to ${spell(rules.retry_after_max_seconds)}`],
    ['tried again', 'after any failure but a refused address'],
    ['redirects', 'not followed'],
    ['size of the answer', `at most ${rules.max_response_bytes / 1024 ** 2} MiB; it is not looked at`],
    ['key', `the ${rules.secret_characters} characters of the secret as ASCII bytes`],
    ['signature', renderSignature(rules.signature)],
    [
      'Standard Webhooks',
      `${renderSignature(rules.standard_webhooks)}. The libraries take the secret as \`${rules.standard_webhooks.secret_prefix}\` and the base64 of the key`,
    ],
    ['tolerance', `${spell(rules.tolerance_seconds)} on either side of your clock`],
    ['after a rotation', `the secret before signs too for ${spell(rules.previous_secret_seconds)}`],
    ['log', `a delivery stays for ${rules.log_seconds / 86_400} days`],
  ];
  return ['| rule | value |', '|---|---|', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');
}

function renderSignature({ algorithm, encoding, signed_bytes, headers }: SignatureRules): string {
  const names = Object.values(headers).map((name) => `\`${name}\``);
  return `${algorithm} of \`${signed_bytes}\` in ${encoding}; ${names.join(', ')}`;
}

/** Seconds in the largest unit that they are a whole number of. */
function spell(seconds: number): string {
  const units: [number, string][] = [
    [3600, 'h'],
    [60, 'min'],
  ];
  const [size, unit] = units.find(([size]) => seconds % size === 0) ?? [1, 's'];
  return `${seconds / size} ${unit}`;
}
