import { randomUUID } from 'node:crypto';
import { FORM, JSON_TYPE } from '../../contract/bodies.ts';
import { escaped, isObject, type Json, memberOf, pointersIn, valueAt, withValue } from '../../contract/json.ts';
import { type ContractIndex, conventionsOf, isSigned, namingLink, simpleReads } from '../index/contract-index.ts';
import { missingResourceResponse, refusals, violationsIn } from '../index/refusals.ts';
import type { JustifiedResponse, OperationId } from '../kit-types.ts';
import type { Session } from '../target/target-session.ts';
import { bodyFrom, bytesOf, CANARY, fileOf, validBody } from '../target/valid-bodies.ts';
import { clientCases, credentialCases } from './credential-cases.ts';
import { type CaseDefinition, example, type PlannedCase, status } from './planned-case.ts';

export function operationCases(contract: ContractIndex, operation: OperationId, isStateless = false): PlannedCase[] {
  const isOnDemand = isStateless && contract.problems !== undefined;
  const ofBody = [exampleCases, unreadableBodies, repeatedProperties, fileCases];
  return [...ofBody, credentialCases, clientCases, addressCases, ...(isOnDemand ? [onDemandCases] : [])]
    .flatMap((create) => create(contract, operation))
    .map((each) => ({ ...each, name: `${operation}: ${each.name}`, operation, covers: [] }));
}

function addressCases(contract: ContractIndex, operation: OperationId): CaseDefinition[] {
  const has = (convention: string) => conventionsOf(contract)[convention] !== undefined;
  const lists = contract.parametersOf(operation).filter((one) => one.in === 'query' && one.schema.type === 'array');
  const notations = has('other_list_notations') ? ['', '[0]', '[x]'] : [];
  const otherNames = notations.flatMap((end) => lists.map(({ name }) => name.replace(/(\[\])?$/, end)));
  const unknown = has('unknown_query_parameters') && !isSigned(contract, operation) ? ['unknown_parameter'] : [];
  const accepted = has('accept') ? ['application/xml', 'text/html, */*;q=0'] : [];
  const [mediaType = ''] = contract.shapeOf(operation).requestTypes;
  const hasUndecodablePath = has('undecodable_paths') && namingLink(contract, operation, 'id') !== undefined;
  const expects = missingResourceResponse(contract, operation);
  const undecodable = async ({ resources }: Session) => {
    const id = `${randomUUID()}%ZZ`;
    await resources.createNamed(operation, 'id', id);
    return { path: { id }, isPathRaw: true };
  };
  return [
    ...(hasUndecodablePath ? [status('a path with invalid percent-encoding', undecodable, { expects })] : []),
    ...accepted.map((accept) => status(`an Accept header with ${accept}`, { headers: { accept } })),
    ...[...unknown, ...otherNames].map((name) =>
      status(`the query parameter ${name}`, async ({ resources }) => {
        const { query } = await resources.placeFor(operation, mediaType);
        return { query: [...query, [name, 'x']] };
      }),
    ),
  ];
}

/** Returns whether the target is a mock, which returns the response that the `Prefer` header (RFC 7240) requests. */
export async function takesPreferences(session: Session): Promise<boolean> {
  const { answerOf, proofOf } = session.contract;
  const read = simpleReads(session.contract).find((id) => answerOf(id, 500) && proofOf(id)?.by !== 'token');
  if (read === undefined) return false;
  const statusFor = async (headers: Record<string, string>) => {
    const { wire } = await session.prepare(read, { headers });
    const answer = session.wire.send(wire);
    return answer.then(({ status }) => status).catch(() => Number.NaN);
  };
  return (await statusFor({ prefer: 'code=500' })) === 500 && (await statusFor({})) < 300;
}

function onDemandCases({ answerExamples, statusesOf }: ContractIndex, operation: OperationId): CaseDefinition[] {
  return statusesOf(operation).flatMap((documented) => {
    const code = `code=${documented}`;
    const names = answerExamples(operation, documented).map(([name]) => name);
    const named = names.length > 1 ? names.map((name) => `${code}, example=${name}`) : [];
    const more = { expects: { status: Number(documented) } };
    return [code, ...named].map((prefer) => status(`${prefer} on demand`, { headers: { prefer } }, more));
  });
}

function exampleCases(contract: ContractIndex, operation: OperationId): CaseDefinition[] {
  const types = contract.shapeOf(operation).requestTypes;
  if (types.length === 0) return [example('a valid request', {})];
  return types.flatMap((mediaType) =>
    contract.bodyExamples(operation, mediaType).map(([name, value]) =>
      example(`${name} as ${mediaType}`, (session) => {
        return { mediaType, body: { bytes: bodyFrom(session, operation, mediaType, value) } };
      }),
    ),
  );
}

function unreadableBodies(contract: ContractIndex, operation: OperationId): CaseDefinition[] {
  const { answerOf, bodyTypeOf, shapeOf } = contract;
  const { bodyLimit, requestTypes: types } = shapeOf(operation);
  if (types.length === 0) return [];
  const { byte_order_mark: mark } = conventionsOf(contract);
  const unreadable = { ...UNUSUAL_BODIES, ...(mark === 'ignored' && WITH_MARK) };
  const mediaType = bodyTypeOf(operation) ?? '';
  const sizable = types.includes(JSON_TYPE) ? JSON_TYPE : mediaType;
  const [start, filling] = sizable === FORM ? ['&x=', 'x'] : ['', ' '];
  /** Creates a case whose body has `size` bytes. Pads JSON with spaces, and a form with an extra field. */
  const sized = (name: string, size: number, chunked: boolean) =>
    status(name, (session) => {
      const body = validBody(session, operation, sizable);
      const padding = Buffer.from(start.padEnd(size - body.length, filling));
      return { mediaType: sizable, body: { bytes: Buffer.concat([body, padding]) }, chunked };
    });
  const others = ['text/plain', 'application/xml', 'application/octet-stream', `application/x-${CANARY}`];
  // The types after `others` detect a server that compares only a part of the media type.
  const near = [`${mediaType}x`, `x${mediaType}`, mediaType.replace('/', '/x-'), mediaType.replace('/', '/ld+')];
  const wrongTypes = [...others, ...near].filter((type) => !types.includes(type));
  return [
    ...(bodyLimit === 0 ? [] : ['', ', in chunks']).flatMap((how) => [
      sized(`a body of the maximum size${how}`, bodyLimit, how !== ''),
      sized(`a body one byte above the maximum size${how}`, bodyLimit + 1, how !== ''),
    ]),
    status('a body with no media type', { mediaType: null }),
    ...wrongTypes.map((type) => status(`a body with the media type ${type}`, { mediaType: type })),
    status('a media type with a parameter', { mediaType: `${mediaType}; charset=utf-8` }),
    status('a media type in uppercase', { mediaType: mediaType.toUpperCase() }),
    // Support for content codings is optional, so these cases are sent only if the contract documents 415.
    ...(answerOf(operation, 415) === undefined ? [] : ['gzip', CANARY, 'identity', 'IDENTITY']).map((coding) =>
      status(`a body with the content coding ${coding}`, { headers: { 'content-encoding': coding } }),
    ),
    ...(types.length === 1 && mediaType === JSON_TYPE ? Object.entries(unreadable) : []).map(([name, make]) =>
      status(name, (session) => {
        const valid = Buffer.from(validBody(session, operation, mediaType));
        return { body: { bytes: Buffer.from(make(valid)) } };
      }),
    ),
  ];
}
const withName = (hex: string, valid: Buffer) =>
  Buffer.concat([Buffer.from('{"'), Buffer.from(hex, 'hex'), Buffer.from('":null,'), valid.subarray(1)]);

const WITH_MARK = { 'a byte order mark before the body': (valid: Buffer) => `\ufeff${valid}` };

/** Bodies with several schema violations, malformed JSON, and valid JSON with unusual white space. */
const UNUSUAL_BODIES: Readonly<Record<string, (valid: Buffer) => string | Uint8Array>> = {
  'several violations: an empty object': () => '{}',
  'several violations: only unknown properties': () => '{"one":1,"two":[],"three":null}',
  'more violations than a response lists': () =>
    JSON.stringify(Object.fromEntries(Array.from({ length: 1100 }, (_, i) => [`stranger_${i}`, null]))),
  'no body': () => '',
  'a truncated body': (valid) => valid.subarray(0, -1),
  'a trailing comma': (valid) => `${valid.toString().slice(0, -1)},}`,
  'two bodies': (valid) => Buffer.concat([valid, valid]),
  'a body in UTF-16': (valid) => Buffer.from(valid.toString(), 'utf16le'),
  // A byte that UTF-8 never uses, an encoded surrogate, and an overlong slash (RFC 3629, sections 3 and 10).
  'a property name that is not UTF-8: ff': (valid) => withName('ff', valid),
  'a property name that is not UTF-8: eda080': (valid) => withName('eda080', valid),
  'a property name that is not UTF-8: c0af': (valid) => withName('c0af', valid),
  'a canary that is not JSON': () => `{"id": ${CANARY}}`,
  'a number that is not JSON': (valid) => valid.toString().replace(/"[^"]*"(?=[,}])/, 'NaN'),
  'deep nesting': () => '['.repeat(10_000),
  'a long list': () => `[${'1,'.repeat(50_000)}1]`,
  'single quotes': (valid) => valid.toString().replaceAll('"', "'"),
  'white space around the body': (valid) => ` \r\n\t${valid} \r\n`,
};

function repeatedProperties(contract: ContractIndex, operation: OperationId): CaseDefinition[] {
  const { repeated_properties: code } = conventionsOf(contract);
  if (code === undefined || contract.bodyTypeOf(operation) !== JSON_TYPE) return [];
  const [refusal = { status: 400 }] = refusals(contract, operation, code);
  const [, body] = contract.bodyExamples(operation, JSON_TYPE)[0] ?? [];
  const isFilled = (value: Json) => isObject(value) && Object.keys(value).length > 0;
  const innermost = pointersIn(body).findLast((pointer) => isFilled(valueAt(body, pointer))) ?? '';
  return [...new Set(['', innermost])].flatMap((pointer) => {
    const [name = ''] = Object.keys(Object(valueAt(body, pointer)));
    const withEscape = `\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}${name.slice(1)}`;
    const expects = { ...refusal, violations: [{ pointer: `${pointer}/${escaped(name)}`, code: 'duplicate' }] };
    // The spelling of the second name replaces the canary.
    const marked = JSON.stringify(withValue(body, `${pointer}/${CANARY}`, null));
    return [`"${name}"`, `"${withEscape}"`, `"${name}" `].map((spelling) => {
      const bytes = Buffer.from(marked.replace(`"${CANARY}"`, () => spelling));
      return status(`a body that contains ${spelling} twice at "${pointer}"`, { body: { bytes } }, { expects });
    });
  });
}

/** Returns cases for files: the bytes must match the media type, and the media type must match the asset. */
function fileCases(contract: ContractIndex, operation: OperationId): CaseDefinition[] {
  const { answerExamples, bodyExamples, operationOf } = contract;
  const { content = {} } = operationOf(operation).operation.requestBody ?? {};
  const types = Object.keys(content);
  if (types.every((type) => content[type]?.['x-asset-type'] === undefined)) return [];
  const [[, refusal] = []] = answerExamples(operation, '422');
  const wrong = { status: 422, code: String(memberOf(refusal, 'code')), violations: violationsIn(refusal) };
  const unsupported = { status: 415, code: 'unsupported_media_type' };
  return types.flatMap((mediaType) => {
    const file = (name: string, bytes: Uint8Array, expects?: JustifiedResponse) =>
      status(name, { mediaType, body: { bytes } }, expects && { expects });
    const others = types.filter((type) => type !== mediaType);
    return [
      ...others.map((type) => {
        const request = async ({ resources }: Session) => {
          return { ...(await resources.placeFor(operation, mediaType)), mediaType: type };
        };
        return status(`${type} file for an asset of type ${mediaType}`, request, { expects: unsupported });
      }),
      ...others.map((type) =>
        file(`${type} file sent as ${mediaType}`, bytesOf(bodyExamples(operation, type)[0]?.[1]), wrong),
      ),
      ...Object.entries(content[mediaType]?.['x-file-cases'] ?? {}).flatMap(([verdict, files]) =>
        Object.entries(files).map(([name, parts]) =>
          file(`${mediaType} file with ${name}`, fileOf(parts), verdict === 'accepted' ? undefined : wrong),
        ),
      ),
    ];
  });
}
