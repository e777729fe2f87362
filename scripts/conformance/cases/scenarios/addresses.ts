import { type ContractIndex, conventionsOf, isEnd, isSigned } from '../../contract/contract-index.ts';
import { missingResourceResponse } from '../../contract/refusals.ts';
import { validJson } from '../../target/valid-bodies.ts';
import type { OperationId } from '../../types.ts';
import { type Scenario, status } from './scenario.ts';

/** Returns scenarios that vary the URL and the headers of a request. */
export function addressScenarios(contract: ContractIndex, operation: OperationId): Scenario[] {
  const { accept, unknown_query_parameters: unknown } = conventionsOf(contract);
  const [mediaType = ''] = contract.shapeOf(operation).requestTypes;
  return [
    ...repeatedParameters(contract, operation),
    ...missingResources(contract, operation),
    ...chosenIdentifiers(contract, operation),
    ...(accept === undefined ? [] : ['application/xml', 'text/html, */*;q=0']).map((value) =>
      status(`an Accept header with ${value}`, { headers: { accept: value } }),
    ),
    ...(unknown === undefined || isSigned(contract, operation) ? [] : ['unknown_parameter']).map((name) =>
      status('an unknown query parameter', async ({ resources }) => {
        const { query } = await resources.placeFor(operation, mediaType);
        return { query: [...query, [name, 'x']] };
      }),
    ),
  ];
}

/** Returns scenarios that repeat a single-value query parameter. The server must use the first value. */
function repeatedParameters(contract: ContractIndex, operation: OperationId): Scenario[] {
  // A signed link is rejected as a whole if any of its parameters is wrong. Other contracts do not specify repetition.
  if (isSigned(contract, operation) || contract.problems === undefined) return [];
  return contract
    .parametersOf(operation)
    .filter((parameter) => parameter.in === 'query' && parameter.schema?.type === 'integer')
    .flatMap(({ name, schema }) => {
      const texts = [String(schema?.['minimum'] ?? 1), 'none'];
      return [texts, texts.toReversed()].map((values) =>
        status(`${name} twice, first with ${values[0]}`, { query: values.map((value) => [name, value]) }),
      );
    });
}

/** Returns requests for resources that do not exist or belong to another partner, which must get the same response. */
function missingResources(contract: ContractIndex, operation: OperationId): Scenario[] {
  const { answerOf, links, parametersOf, problems } = contract;
  if (answerOf(operation, 404) === undefined || !links.some(({ to }) => to === operation)) return [];
  const expects = { status: 404, ...(problems !== undefined && { code: 'not_found' }) };
  const names = parametersOf(operation).flatMap(({ name, in: place }) => (place === 'path' ? [name] : []));
  return [
    ...names.map((name) =>
      status(
        `an unknown ${name}`,
        async ({ resources, fresh }) => {
          const { path } = await resources.placeFor(operation, '');
          return { path: { ...path, [name]: contract.missingId(operation, name) ?? fresh() } };
        },
        { expects, needsState: true },
      ),
    ),
    status(
      "another partner's resource",
      async ({ other }) => {
        if (other === undefined) throw new TypeError('The scenario needs a second partner');
        return { path: (await other.resources.placeFor(operation, '')).path };
      },
      { expects, needsState: true, needsOther: true },
    ),
  ];
}

/** Suffixes of the created and of the requested identifier. The URL contains the identifier percent-encoded once. */
const ENDINGS: readonly (readonly [name: string, created: string, requested: string])[] = [
  ['a percent sign', '%2F%41', '%2F%41'],
  ['a slash', '/a', '/a'],
  ['a plus sign and a space', '+a b', '+a b'],
  ['a percent sign, decoded twice', 'A', '%41'],
  ['different letter case', '-a', '-A'],
  ['a trailing space', '', ' '],
];

/**
 * Returns the path parameters whose values the partner chose when creating the resource. The request body of the
 * operation `from` contains the value in `property`.
 */
export const chosenParameters = ({ links, parametersOf }: ContractIndex, operation: OperationId) =>
  links
    .filter(({ to }) => to === operation)
    .flatMap(({ from, parameters }) =>
      Object.entries(parameters).flatMap(([name, expression]) => {
        const [, property] = /^\$request\.body#\/(\w+)$/.exec(expression) ?? [];
        const isPath = parametersOf(operation).some((each) => each.in === 'path' && each.name === name);
        return property !== undefined && isPath ? [{ from, property, name }] : [];
      }),
    );

function chosenIdentifiers(contract: ContractIndex, operation: OperationId): Scenario[] {
  const [chosen] = chosenParameters(contract, operation);
  if (chosen === undefined || isEnd(contract, operation)) return [];
  const { from, property, name } = chosen;
  return ENDINGS.map(([what, created, requested]) =>
    status(
      `an identifier with ${what}`,
      async (session) => {
        const id = session.fresh();
        await session.succeed(from, { body: { json: { ...validJson(session, from), [property]: id + created } } });
        return { path: { [name]: id + requested } };
      },
      { needsState: true, ...(created !== requested && { expects: missingResourceResponse(contract, operation) }) },
    ),
  );
}
