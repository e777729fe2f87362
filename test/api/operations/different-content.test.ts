import { expect, test } from 'vitest';
import { differentContent } from '../../../server/api/operations/different-content.ts';

const first = {
  id: 'A-1',
  document_type: 'pdf',
  data: { credential: { full_name: 'Alex Example', majors: ['A', 'B'] }, document: 'https://a.example/1' },
  items: [{ id: 1 }, { id: 2 }],
};
const { data } = first;

test.each<[string, object, string[]]>([
  ['equal', structuredClone(first), []],
  ['equal with a different order of properties', Object.fromEntries(Object.entries(first).reverse()), []],
  ['different in a credential', { ...first, data: { ...data, credential: { full_name: 'Sam' } } }, ['/data']],
  [
    'different in the order of a list in a credential',
    { ...first, data: { ...data, credential: { ...data.credential, majors: ['B', 'A'] } } },
    ['/data'],
  ],
  ['different in a null instead of an absent property', { ...first, note: null }, ['/note']],
  ['different in two properties', { ...first, document_type: 'none', data: {} }, ['/document_type', '/data']],
  ['different in an absent property', { id: 'A-1', data, items: first.items }, ['/document_type']],
  ['different in one item', { ...first, items: [{ id: 1 }, { id: 3 }] }, ['/items/1']],
  ['different in the order of items', { ...first, items: [{ id: 2 }, { id: 1 }] }, ['/items/0', '/items/1']],
  ['different in the number of items', { ...first, items: [{ id: 1 }] }, ['/items']],
])('a repeated request gets one warning for each part that differs from the first request: %s', (_, repeated, pointers) => {
  const warnings = differentContent(first, repeated);
  expect(warnings.map(({ pointer }) => pointer)).toEqual(pointers);
  expect(warnings.every(({ code }) => code === 'different_content')).toBe(true);
});
