import { expect, test } from 'vitest';
import { proseFindings } from '../../scripts/check-prose.ts';

const rules = { longestSentence: 8, allowed: ['it is'] };

test('a guide may not say what has no meaning, nor a sentence that is longer than one can hold', () => {
  const text = [
    'It is short. Obviously this is not.',
    '',
    '| a table | has `cells` and no sentence, however long a row of it may be |',
    '',
    '- one two three four five six seven `eight nine ten`',
    '- one two three four five six seven eight',
    '  nine ten',
    '',
    '```sh',
    'echo obviously one two three four five six seven eight nine ten',
    '```',
  ].join('\n');
  expect(proseFindings(text, rules)).toEqual([
    expect.stringMatching(/^1: "Obviously"/),
    expect.stringMatching(/^3: "however"/),
    expect.stringMatching(/^6: a sentence of 10 words/),
  ]);
});
