import { FORM, isJson, mediaTypeOf } from '../../contract/bodies.ts';
import { itemsOf, type Json, memberOf, pointersAt, valueAt } from '../../contract/json.ts';
import { maxViolations } from '../../contract/openapi.ts';
import type { ContractIndex } from '../index/contract-index.ts';
import { missingResourceResponse, refusals } from '../index/refusals.ts';
import { type Site, sitesOf } from '../index/schema-sites.ts';
import type { Answer, ExpectedViolation, JustifiedResponse, Made, OperationId, SentRequest } from '../kit-types.ts';
import { remembered } from '../remembered.ts';
import { type Author, basicHeader } from '../target/valid-bodies.ts';
import { ANYONE, type RuleSubject } from '../validators/kit-keywords.ts';
import type { ContractError, Validate } from '../validators/schema-validator.ts';
import { isDoubtful, matchingRules, type NamingRules, type ValueRule } from '../validators/value-rules.ts';
import { queryViolationsOf, violationsOf } from './expected-violations.ts';

/** Returns the expected responses to an invalid request. `all` are the expected entries of their error list. */
function invalid(contract: ContractIndex, id: OperationId, all: readonly ExpectedViolation[], isTolerated: boolean) {
  const violations = contract.listsViolations(id) ? all : undefined;
  return refusals(contract, id, 'validation_failed').map((one) => ({ ...one, violations, isTolerated }));
}

function accessFaults(contract: ContractIndex, { operation, scopes }: SentRequest): JustifiedResponse[] {
  const proof = contract.proofOf(operation);
  if (proof === null || proof.by === 'link') return [];
  if (scopes === null) return refusals(contract, operation, 'unauthenticated');
  const isAllowed = proof.scopes.every((scope) => scopes.includes(scope));
  return isAllowed ? [] : refusals(contract, operation, 'insufficient_scope');
}

function parameterFaults(contract: ContractIndex, sent: SentRequest, partner: RuleSubject): JustifiedResponse[] {
  const { operation } = sent;
  const { fieldsFor, parametersOf, problems, proofOf, validatorOf } = contract;
  const isKnown = (name: string) =>
    parametersOf(operation).some((one) => one.in === 'query' && name.split('[')[0] === one.name);
  const faultsIn = (part: 'path' | 'query', pairs: [name: string, text: string][]): JustifiedResponse[] => {
    const values = fieldsFor(operation, part).read(pairs);
    const errors = validatorOf(operation, part)?.(values, partner) ?? [];
    const isUnexpected = isRepeated(pairs, values) || pairs.some(([name, text]) => text === '' || !isKnown(name));
    const isUnspecified = problems === undefined && part === 'query' && isUnexpected;
    if (errors.length === 0 && !isUnspecified) return [];
    const isTolerated = isUnspecified || isAmbiguous(contract, errors, values);
    const missing = { ...missingResourceResponse(contract, operation), isTolerated };
    // If a query parameter of a signed link is invalid, the server must reject the link as a whole.
    if (part === 'query' && errors.length > 0 && proofOf(operation)?.by === 'link') return [missing];
    if (part === 'query') return invalid(contract, operation, queryViolationsOf(errors), isTolerated);
    return [missing, ...(problems === undefined ? invalid(contract, operation, [], isTolerated) : [])];
  };
  return [...faultsIn('path', Object.entries(sent.path)), ...faultsIn('query', [...sent.url.searchParams])];
}

function bodyFaults(sender: Author, sent: SentRequest, partner: RuleSubject): JustifiedResponse[] {
  const { contract } = sender;
  const { operation, mediaType } = sent;
  const { bodyLimit, requestTypes } = contract.shapeOf(operation);
  if (requestTypes.length === 0) return [];
  const faults: JustifiedResponse[] = [];
  if (!requestTypes.includes(mediaType) || (sent.contentEncoding ?? 'identity').toLowerCase() !== 'identity')
    faults.push(...refusals(contract, operation, 'unsupported_media_type'));
  if (bodyLimit > 0 && sent.body.length > bodyLimit) faults.push(...refusals(contract, operation, 'payload_too_large'));
  if (contract.givesTokens(operation))
    return [...faults.map(({ status }) => ({ status })), ...tokenFaults(sender, sent, partner)];

  const isForm = requestTypes.includes(FORM) && mediaType === FORM;
  const validate = contract.validatorOf(operation, isForm ? 'form' : 'json');
  // Skips documented bodies that are neither JSON nor forms, such as files: the contract has no rules for them.
  if (validate === undefined || (!isForm && !isJson(mediaType) && requestTypes.includes(mediaType))) return faults;
  const isRequired = contract.operationOf(operation).operation.requestBody?.required === true;
  if (sent.body.length === 0 && !isRequired && contract.problems === undefined) return faults;
  const form = isForm ? (formFields(sent.body) ?? []) : [];
  const fields = contract.fieldsFor(operation, 'form').read(form);
  const body = isForm ? { ...Object.fromEntries(form), ...fields } : sent.json;
  if (body === undefined) return [...faults, ...refusals(contract, operation, 'malformed_json')];
  const all = validate(body, partner);
  const errors = all.filter(({ keyword }) => keyword !== 'x-required-scope');
  if (errors.length === 0 && all.length > 0) faults.push(...refusals(contract, operation, 'insufficient_scope'));
  // If a form repeats a field, the correct response is unknown: OpenAPI does not specify which value counts.
  const isUnspecified = contract.problems === undefined && isRepeated(form, body);
  if (errors.length === 0 && !isUnspecified) return faults;
  const isTolerated = isUnspecified || isAmbiguous(contract, errors, isForm ? body : undefined);
  return [...faults, ...invalid(contract, operation, violationsOf(errors), isTolerated)];
}

/** Returns all errors in a token request (RFC 6749). A server can report any of them. */
function tokenFaults({ contract, target }: Author, sent: SentRequest, partner: RuleSubject): JustifiedResponse[] {
  const { operation, body, authorization } = sent;
  const { clientId, clientSecret } = target;
  const fields = formFields(body);
  if (fields === null) return [{ status: 400, code: 'invalid_request' }];
  // A parameter without a value counts as omitted (RFC 6749, section 3.2).
  const given = Object.fromEntries(fields.filter(([, value]) => value !== ''));
  const errors = contract.validatorOf(operation, 'form')?.(given, partner) ?? [];
  const isUnsupported = errors.some(({ instancePath }) => instancePath === '/grant_type');
  const { client_id: id, client_secret: secret, scope } = given;
  const hasTwoMethods = authorization !== undefined && ((id ?? clientId) !== clientId || secret !== undefined);
  const proof = authorization?.replace(/^basic /i, 'Basic ') ?? basicHeader(String(id), String(secret));
  const checks: [isWrong: boolean | undefined, code: string][] = [
    [isRepeated(fields, {}), 'invalid_request'],
    [errors.length > 0, isUnsupported ? 'unsupported_grant_type' : 'invalid_request'],
    [hasTwoMethods, 'invalid_request'],
    [proof !== basicHeader(clientId, clientSecret), 'invalid_client'],
    // Scopes are separated by single spaces (RFC 6749, section 3.3).
    [scope?.split(' ').some((name) => !contract.scopes.includes(name)), 'invalid_scope'],
  ];
  const codes = checks.flatMap(([isWrong, code]) => (isWrong ? [code] : []));
  return codes.map((code) => ({ status: code === 'invalid_client' ? 401 : 400, code }));
}

function formFields(body: Uint8Array): [string, string][] | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    // Detects invalid percent-encoding, which `URLSearchParams` accepts: `decodeURIComponent` throws.
    decodeURIComponent(text);
    return [...new URLSearchParams(`?${text}`)];
  } catch {
    return null;
  }
}

/** Strings that some servers parse as numbers or booleans: OpenAPI does not specify how to parse a parameter. */
const AMBIGUOUS_TEXT = /^\s*[+-]?\d*(\.0*)?\s*$|^(true|false|yes|no|on|off|[tfyn])$/i;
const AMBIGUOUS_KEYWORDS = ['format', 'oneOf', 'anyOf'];

/** Returns whether a server may accept an invalid value: servers do not have to validate `format`, for example. */
function isAmbiguous({ problems }: ContractIndex, errors: readonly ContractError[], texts: Json): boolean {
  const mayIgnore = ({ keyword, instancePath: at }: ContractError) =>
    AMBIGUOUS_KEYWORDS.includes(keyword) || (keyword === 'type' && AMBIGUOUS_TEXT.test(String(valueAt(texts, at))));
  return problems === undefined && errors.every(mayIgnore);
}

/** Returns whether a name occurs twice, and its value in `values` is not a list. */
function isRepeated(pairs: readonly (readonly [name: string, text: string])[], values: Json): boolean {
  const names = pairs.map(([name]) => name).filter((name) => !Array.isArray(memberOf(values, name)));
  return new Set(names).size < names.length;
}

/** Compares a response with the correct responses to the request. A request without errors must succeed. */
export function judge(sender: Author, made: Made, expects?: JustifiedResponse) {
  const { contract } = sender;
  const { sent, violated } = made;
  const { problems, successesOf } = contract;
  const partner = { ...sender.subject, scopes: sent.scopes ?? [] };
  const faults = [
    ...accessFaults(contract, sent),
    ...parameterFaults(contract, sent, partner),
    ...bodyFaults(sender, sent, partner),
  ];
  const mustFail = faults.some((fault) => fault.isTolerated !== true);
  const expected: JustifiedResponse[] =
    expects === undefined
      ? [...faults, ...(mustFail ? [] : successesOf(sent.operation)), ...(sent.undecided ?? [])]
      : [expects, ...(problems === undefined ? faults : [])];
  return { expected, mismatches: [...mismatchesIn(contract, made, expected), ...violated] };
}

function mismatchesIn(contract: ContractIndex, { sent, answer }: Made, expected: readonly JustifiedResponse[]) {
  const { operation } = sent;
  const code = codeOf(answer);
  const fitting = expected.filter(({ status }) => status === answer.status);
  const isDocumented = contract.answerOf(operation, answer.status) !== undefined;
  // A contract without a problem catalog can omit the status with which a server rejects an invalid request.
  const isTolerated = !isDocumented && contract.problems === undefined && fitting.length > 0 && answer.status >= 400;
  const mismatches = isTolerated ? [] : responseMismatches(contract, operation, answer);
  if (fitting.length === 0) return [statusMismatch(expected, answer), ...mismatches];
  if (fitting.every((one) => one.code !== undefined && one.code !== code))
    mismatches.push(`The code must be ${fitting.map((one) => one.code).join(' or ')}, but is ${code}.`);
  const violations = fitting[0]?.violations;
  if (violations !== undefined)
    mismatches.push(...listMismatches(contract, 'violations', violations, memberOf(answer.json, 'errors')));
  if (answer.status < 300) mismatches.push(...warningMismatches(contract, sent, answer));
  return mismatches;
}

export const isReplay = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true';

function warningMismatches(contract: ContractIndex, { operation, json }: SentRequest, answer: Answer): string[] {
  const differenceCode = contract.differenceCodeOf(operation);
  if (ruledSites(contract, operation).length === 0 && differenceCode === undefined) return [];
  // Ignores the warning that a replay differs from its original request, which only the model check knows.
  const isOfReplay = (warning: Json) => isReplay(answer) && memberOf(warning, 'code') === differenceCode;
  const given = itemsOf(memberOf(answer.json, 'warnings')).filter((warning) => !isOfReplay(warning));
  return listMismatches(contract, 'warnings', expectedWarnings(contract, operation, json), given);
}

const hasRules = ({ schema }: Site) => (schema['x-naming-warnings'] ?? schema['x-value-warnings']) !== undefined;
const ruledSites = remembered((contract: ContractIndex, id: OperationId) => sitesOf(contract, id).filter(hasRules));

/** Returns the warnings that a valid request body must get. */
export const expectedWarnings = (contract: ContractIndex, operation: OperationId, request: Json) =>
  ruledSites(contract, operation).flatMap(({ place, schema }) =>
    pointersAt(place, request).flatMap((pointer) => {
      const value = valueAt(request, pointer);
      const { 'x-naming-warnings': naming = {}, 'x-value-warnings': rules = [] } = schema;
      const codes = typeof value === 'string' ? matchingRules(naming as NamingRules, value) : [];
      const doubtful = (rules as ValueRule[]).filter((rule) => isDoubtful(value, rule));
      return [
        ...codes.map((code) => ({ pointer, code })),
        ...doubtful.map(({ property, code }) => ({ pointer: `${pointer}/${property}`, code })),
      ];
    }),
  );

function listMismatches(contract: ContractIndex, kind: string, expected: readonly ExpectedViolation[], given: Json) {
  const most = maxViolations(contract.document);
  const nameOf = (each: Json) => `${memberOf(each, 'code')} at ${memberOf(each, 'pointer')}`;
  const names = (list: Json) => new Set(itemsOf(list).map(nameOf));
  const [wanted, got] = [names(expected), names(given)];
  const unlisted = [...wanted].filter((name) => !got.has(name));
  // A response has a maximum number of violations. If a request has more violations, the response can list any of them.
  const missing = wanted.size > most && got.size >= most ? [] : unlisted;
  const extra = [...got].filter((name) => !wanted.has(name));
  return [
    ...(missing.length > 0 ? [`The response lacks these ${kind}: ${missing.join(', ')}.`] : []),
    ...(extra.length > 0 ? [`The response lists ${kind} that the request does not have: ${extra.join(', ')}.`] : []),
  ];
}

export function responseMismatches(contract: ContractIndex, operation: OperationId, answer: Answer): string[] {
  const { status, headers, json } = answer;
  const documented = contract.answerOf(operation, status);
  if (contract.isUnspecified(operation, status)) return [];
  if (documented === undefined) return [`The contract documents no status ${status} for this operation.`];
  const types = [...documented.bodies.keys()];
  const given = headers.get('content-type');
  const type = types.find((one) => isOfType(mediaTypeOf(given), one.toLowerCase()));
  const values = [...headers].map(([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value]);
  const found = broken(documented.headers, Object.fromEntries(values), 'Header');
  // If the contract has no problem catalog, the check skips a response whose body the contract does not document.
  if (contract.problems === undefined && (types.length === 0 || status === 204 || status === 304)) return found;
  if (type === undefined && (types.length > 0 || given !== null))
    found.push(`Content-Type must be ${types.join(' or ') || 'absent'}, but is ${given}.`);
  if (types.length === 0 && answer.text !== '') found.push(`A ${status} response must have no body.`);
  // A body in an undocumented media type is checked as if it had the first documented media type.
  const judged = type ?? types[0] ?? '';
  if (isJson(judged) && json === undefined) found.push('The body is not JSON.');
  const isJsonBody = isJson(judged) || (judged.endsWith('/*') && isJson(mediaTypeOf(given)));
  const body = isJsonBody ? documented.bodies.get(judged) : undefined;
  if (body !== undefined) found.push(...broken(body, json ?? null, 'Body'));
  if (judged === 'application/problem+json') found.push(...problemMismatches(contract, answer));
  return found;
}

const isOfType = (mediaType: string, range: string) =>
  mediaType === range.split(';', 1)[0] ||
  (range.endsWith('/*') && (range === '*/*' || mediaType.startsWith(range.slice(0, -1))));

export function problemMismatches({ problems }: ContractIndex, { status, headers, json }: Answer): string[] {
  if (problems === undefined) return [];
  const code = String(memberOf(json, 'code'));
  const entry = Object.hasOwn(problems, code) ? problems[code] : undefined;
  if (entry === undefined) return ['The problem code is not in the contract.'];
  const { type, title, status: shown, request_id: id } = Object(json);
  const checks: [isRight: boolean, mismatch: string][] = [
    [entry.status === status, `The status of the code ${code} must be ${entry.status}, but is ${status}.`],
    [shown === status, 'The status in the problem must be the status of the response.'],
    [title === entry.title, `The title of ${code} must be "${entry.title}".`],
    [id === headers.get('x-request-id'), 'request_id must be the X-Request-Id of the response.'],
    [String(type).endsWith(`/problems/${code}`), `The type of ${code} must be /problems/${code} of the service.`],
  ];
  return checks.flatMap(([isRight, mismatch]) => (isRight ? [] : [mismatch]));
}

/** Returns a mismatch for each validation error. Omits the values, which can be personal data. */
export const broken = (validate: Validate, value: unknown, where: string): string[] =>
  validate(value, ANYONE).map(({ instancePath, keyword, params }) => {
    const details: Readonly<Record<string, string>> = {
      required: `: ${params['missingProperty']} is missing`,
      type: `: must be ${[params['type']].flat().join(' or ')}`,
    };
    return `${`${where} ${instancePath}`.trim()} violates ${keyword}${details[keyword] ?? ''}.`;
  });

export function codeOf({ json }: Pick<Answer, 'json'>): string | undefined {
  const code = memberOf(json, 'code') ?? memberOf(json, 'error');
  return typeof code === 'string' ? code : undefined;
}

export const mustBe = (what: string, wanted: unknown, given: unknown): string[] =>
  wanted === given ? [] : [`${what} must be ${wanted}, but is ${given}.`];

export function statusMismatch(expected: readonly JustifiedResponse[], answer: Answer): string {
  const wanted = alternatives(expected.map(({ status, code }) => ({ status, code })));
  return `The response must be ${wanted}, but is ${responseName({ status: answer.status, code: codeOf(answer) })}.`;
}

/** Joins the expected responses with "or". If every status of a class is expected, writes the class, such as `2xx`. */
export function alternatives(all: readonly JustifiedResponse[]): string {
  const texts = [...new Set(all.map(responseName))];
  const classes = texts.map((text) => (texts.length < 100 ? text : text.replace(/^(\d)\d\d$/, '$1xx')));
  return [...new Set(classes)].join(' or ');
}

/** Returns the status, the code, and the violations of a response. Status 0 means that there was no response. */
export const responseName = ({ status, code, violations = [] }: JustifiedResponse): string =>
  [status === 0 ? 'no response' : status, code, ...violations.map((each) => `(${each.code} at ${each.pointer})`)]
    .filter((part) => part !== undefined)
    .join(' ');
