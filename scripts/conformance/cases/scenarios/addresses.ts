import { type ContractIndex, conventionsOf, isConditional, isSigned } from '../../contract/contract-index.ts';
import { relationsOf } from '../../contract/relations.ts';
import { memberOf } from '../../json.ts';
import type { OperationId } from '../../types.ts';
import { type Scenario, status } from './scenario.ts';

/** Returns scenarios that vary the URL and the headers of a request. */
export function addressScenarios(contract: ContractIndex, operation: OperationId): Scenario[] {
  const { accept, unknown_query_parameters: unknown } = conventionsOf(contract);
  const [mediaType = ''] = contract.shapeOf(operation).requestTypes;
  return [
    ...repeatedParameters(contract, operation),
    ...preconditions(contract, operation),
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

/** Returns scenarios that make a change conditional on the version of a resource (RFC 9110, section 13.1.1). */
function preconditions(contract: ContractIndex, operation: OperationId): Scenario[] {
  const relations = relationsOf(contract.document);
  const resource = relations.find((each) => each.operation === operation)?.resource.name;
  const [reading, replacing] = (['reads', 'replaces'] as const).map(
    (act) => relations.find((each) => each.act === act && each.resource.name === resource)?.operation,
  );
  const [[, problem] = []] = contract.answerExamples(operation, '412');
  if (!isConditional(contract, operation) || problem === undefined || reading === undefined || replacing === undefined)
    return [];

  const ifMatch = (name: string, tagOf: (current: string) => string, isMet: boolean, isReplaced = false) => {
    const request: Scenario['request'] = async (session) => {
      const { path } = await session.resources.placeFor(operation, '');
      const read = await session.succeed(reading, { path });
      const after = [read, ...(isReplaced ? [await session.succeed(replacing, { path })] : [])];
      return { path, headers: { 'if-match': tagOf(read.answer.headers.get('etag') ?? '') }, after };
    };
    const expects = { status: 412, code: String(memberOf(problem, 'code')) };
    return status(`If-Match with ${name}`, request, { needsState: true, ...(!isMet && { expects }) });
  };
  return [
    ifMatch('the current version', (current) => current, true),
    ifMatch('any version', () => '*', true),
    ifMatch('a list of versions', (current) => `"none", ${current}`, true),
    ifMatch('an unknown version', () => '"none"', false),
    ifMatch('a weak tag', (current) => `W/${current}`, false),
    ifMatch('the version before a replacement', (current) => current, false, true),
  ];
}
