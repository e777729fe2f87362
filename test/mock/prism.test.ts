import { expect, test } from 'vitest';
import { type OperationId, operations } from '../../generated/operations.ts';
import { loadAnswers } from '../../mock/answers.ts';
import { loadPrism } from '../../mock/prism.ts';
import { generatedFiles } from '../../server/generated-files.ts';

test('every documented answer, and every example of it, is in the package the one that Prism makes of the contract', async () => {
  const [prism, answers] = await Promise.all([loadPrism, loadAnswers].map((load) => load(generatedFiles.contract)));
  if (prism === undefined || answers === undefined) throw new TypeError('Two were loaded');
  for (const id of Object.keys(operations) as OperationId[]) {
    expect(answers.documented(id)).toEqual(prism.documented(id));
    for (const { status, examples } of answers.documented(id))
      for (const example of [undefined, ...examples])
        expect([id, await answers.answer(id, status, example)]).toEqual([id, await prism.answer(id, status, example)]);
  }
}, 60_000);
