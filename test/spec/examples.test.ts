import { describe, expect, test } from 'vitest';
import { problems, scopes } from '../../generated/operations.ts';
import { responses } from '../../generated/validators.js';
import { contractRules } from '../../server/api/contract/extension-keywords.ts';
import { signatureHeaders } from '../../server/domain/signature.ts';
import { verifyWebhook } from '../../server/sdk/verify-webhook.ts';
import { contract, example } from '../support/contract.ts';

const rules = contractRules({ domains: ['*'], scopes, allowLoopback: false });

interface Bodies {
  content?: Record<string, { examples?: Record<string, { value?: ReturnType<typeof example> }> }>;
}

const examplesOf = (bodies: Bodies) =>
  Object.values(bodies.content ?? {}).flatMap((type) =>
    Object.entries(type.examples ?? {}).map(([name, { value = example(name) }]) => ({ name, value })),
  );

// Tests the problem examples. The conformance kit checks the examples of requests and of all other responses.
test.each(
  examplesOf(contract.components.responses.OtherProblem),
)('the example problem $name has the status and title that the contract defines for its code', ({
  value: { code, status, title, type },
}) => {
  expect(problems[code as keyof typeof problems]).toEqual({ status, title });
  expect(type).toMatch(new RegExp(`/problems/${code}$`));
});

describe.each(Object.keys(contract.webhooks))('The examples of %s', (name) => {
  const { parameters, requestBody } = contract.webhooks[name].post;
  const events = examplesOf(requestBody).map(({ value }) => value);

  test('the signatures in the example headers of an event are valid for the first example body', async () => {
    const headers: Record<string, string> = Object.fromEntries(
      parameters.map(({ name, example: value }: { name: string; example: string }) => [name, value]),
    );
    expect(Object.keys(headers)).toHaveLength(6);
    const [event] = events;
    const secrets = [example('WebhookRotated').secret, example('WebhookCreated').secret] as const;
    const body = Buffer.from(JSON.stringify(event));
    const timestamp = Number(headers['X-Timestamp']);
    // If the test fails, copy the expected headers to the parameters of the event.
    expect(headers).toEqual(signatureHeaders({ eventId: event.event_id, body, timestamp, secrets }));
    const now = () => Number(headers['X-Timestamp']) * 1000;
    for (const secret of secrets) {
      const verified = verifyWebhook(body, headers, secret, { now });
      await expect(verified).resolves.toEqual(event);
    }
  });

  test('the response schema of listWebhookDeliveries accepts each example body of an event', () => {
    const validate = responses['listWebhookDeliveries']?.['200']?.body;
    for (const each of events) {
      const log = example('DeliveryLog');
      log.deliveries[0].event = each;
      expect(validate?.call(rules, log), JSON.stringify(validate?.errors)).toBe(true);
    }
  });
});

test('all webhook events have the same request headers', () => {
  const [first, ...others] = Object.values(contract.webhooks as Record<string, { post: { parameters: object[] } }>).map(
    ({ post }) => post.parameters.map((parameter) => ({ ...parameter, example: undefined })),
  );
  for (const other of others) expect(other).toEqual(first);
});
