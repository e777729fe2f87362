import { fileURLToPath } from 'node:url';
import { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { type OperationId, operations } from '../../generated/operations.ts';
import { loadAnswers } from '../../mock/answers.ts';
import { generatedFiles } from '../../server/generated-files.ts';

/** Prism checks nothing here: every request is taken to keep the contract. */
const CONFIG = {
  isProxy: false,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
} as const;

test('every documented answer, and every example of it, is the one that Prism makes of the contract', async () => {
  const known = await getHttpOperationsFromSpec(fileURLToPath(generatedFiles.contract));
  // Prism logs every step, at custom levels.
  const logger = pino({ level: 'silent', customLevels: { success: 31 } });
  // biome-ignore lint/suspicious/noExplicitAny: Prism is typed for an older version of pino
  const prism = createInstance({ ...CONFIG, mock: { dynamic: false } }, { logger: logger as any });
  const answers = await loadAnswers(generatedFiles.contract);

  for (const id of Object.keys(operations) as OperationId[]) {
    const operation = known.find(({ iid }) => iid === id);
    if (operation === undefined) throw new TypeError(`Prism has no operation ${id}`);
    const documented = operation.responses.filter(({ code }) => code !== 'default');
    expect(answers.documented(id)).toEqual(
      documented.map(({ code, contents = [] }) => ({
        status: Number(code),
        examples: contents.flatMap(({ examples = [] }) => examples.map(({ key }) => key)),
      })),
    );
    for (const { status, examples } of answers.documented(id))
      for (const example of [undefined, ...examples]) {
        const result = await prism.request(
          // Only one operation is passed for routing, and its path template matches itself.
          { method: operation.method as 'get', url: { path: operation.path } },
          [operation],
          { ...CONFIG, mock: { dynamic: false, code: status, ...(example !== undefined && { exampleKey: example }) } },
        )();
        if (result._tag === 'Left') throw result.left;
        const { statusCode, headers = {}, body } = result.right.output;
        const answer = answers.answer(id, status, example);
        expect([id, statusCode, body]).toEqual([id, status, answer.body]);
        for (const [name, value] of Object.entries(answer.headers)) expect(String(headers[name])).toBe(value);
      }
  }
}, 60_000);
