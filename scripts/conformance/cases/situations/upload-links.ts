import type { ContractIndex } from '../../contract/contract-index.ts';
import type { OperationId } from '../../types.ts';
import { flipped } from './flipped.ts';
import { type Bare, security } from './situation.ts';

/** What is wrong with a signed link is wrong with the link, whatever it is: the answer must not tell. */
export function uploadLinkCases({ parametersOf, shapeOf }: ContractIndex, operation: OperationId): Bare[] {
  const [mediaType = '', otherType] = shapeOf(operation).requestTypes;
  const refused = { status: 403, code: 'invalid_upload_link' };
  const changed = (name: string, change: (query: Map<string, string>) => void) =>
    security(
      name,
      async ({ resources }) => {
        const place = await resources.placeFor(operation, mediaType);
        const query = new Map(place.query);
        change(query);
        return { path: place.path, query: [...query] };
      },
      refused,
    );
  const names = parametersOf(operation).flatMap(({ name, in: place }) => (place === 'query' ? [name] : []));
  const proof = names.filter((name) => name !== 'expires');
  return [
    ...names.map((name) => changed(`a link without ${name}`, (query) => query.delete(name))),
    ...proof.map((name) => changed(`a link with another ${name}`, (q) => q.set(name, flipped(q.get(name) ?? '')))),
    ...[1, 86_400].map((more) =>
      changed(`a link that would last ${more} s longer`, (query) =>
        query.set('expires', String(Number(query.get('expires')) + more)),
      ),
    ),
    changed('a link that has ended', (query) => query.set('expires', '1')),
    ...(otherType === undefined
      ? []
      : [
          security(
            'a link with what proves another',
            async ({ resources }) => {
              const [{ path }, { query }] = [
                await resources.placeFor(operation, mediaType),
                await resources.placeFor(operation, otherType),
              ];
              return { path, query };
            },
            refused,
          ),
        ]),
    security(
      'a link of another asset',
      async ({ resources }) => {
        const place = await resources.placeFor(operation, mediaType);
        const path = Object.entries(place.path).map(([name, value]) => [name, flipped(value)]);
        return { path: Object.fromEntries(path), query: place.query };
      },
      refused,
    ),
  ];
}
