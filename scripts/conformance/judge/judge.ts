import { type OperationId, operations, problems } from '../../../generated/operations.ts';
import {
  type ContractError,
  type ContractValidator,
  requestBodies,
  requestParameters,
  responses,
} from '../../../generated/validators.js';
import { contractRules, type RuleSubject } from '../../../server/contract/contract-rules.ts';
import { mediaTypeOf, parseJson } from '../../../server/contract/parse-body.ts';
import { Refusal, type Violation } from '../../../server/contract/problem.ts';
import { type Parameter, readQuery } from '../../../server/contract/query.ts';
import { violationsFrom } from '../../../server/contract/violations.ts';
import { isSigned } from '../contract/contract-index.ts';
import { isObject, itemsOf, type Json, memberOf } from '../json.ts';
import type { Answer, Case, Credentials, ExpectedViolation, Justified, Outcome, SentRequest } from '../types.ts';
import { tokenFaults } from './token-faults.ts';

export interface Judgement {
  /** Empty when the answer keeps the contract. */
  departures: string[];
  outcome: Outcome;
}

interface Shape {
  bodyLimit: number;
  requestTypes: readonly string[];
  parameters: readonly Parameter[];
  security: readonly { scheme: string; scopes: readonly string[] }[];
  responses: Readonly<Record<string, string | null>>;
}

const shapeOf = (id: OperationId): Shape => operations[id];

/** What the rules of the contract have against a request. Nothing: then it must succeed. */
export function faultsOf(sent: SentRequest, subject: RuleSubject, credentials: Credentials): Justified[] {
  const { operation } = sent;
  const shape = shapeOf(operation);
  const rules = contractRules({ ...subject, scopes: sent.scopes ?? [] });
  const faults: Justified[] = [];
  const isForm = shape.requestTypes.includes('application/x-www-form-urlencoded');

  const [requirement] = shape.security;
  if (requirement?.scheme === 'oauth2') {
    if (sent.scopes === null) faults.push({ status: 401, code: 'unauthenticated' });
    else if (!requirement.scopes.every((scope) => sent.scopes?.includes(scope)))
      faults.push({ status: 403, code: 'insufficient_scope' });
  }
  const parameters = requestParameters[operation];
  if (parameters?.path !== undefined && !parameters.path.call(rules, sent.path)) faults.push(nothingThere(operation));
  const query = refusalBy(() => readQuery(sent.url, shape.parameters, parameters?.query, rules));
  // What is wrong with the parameters of a signed link is wrong with the link.
  if (query !== null)
    faults.push(
      isSigned(operation)
        ? nothingThere(operation)
        : { status: 422, code: query.code, violations: withoutWords(query.errors ?? []) },
    );
  if (shape.bodyLimit === 0) return faults;

  const problem = (status: number, code: string): Justified => (isForm ? { status } : { status, code });
  if (!shape.requestTypes.includes(sent.mediaType) || (sent.contentEncoding ?? 'identity') !== 'identity')
    faults.push(problem(415, 'unsupported_media_type'));
  if (sent.body.length > shape.bodyLimit) faults.push(problem(413, 'payload_too_large'));
  if (isForm) return [...faults, ...tokenFaults(operation, sent, credentials, rules)];

  const validate = requestBodies[operation];
  if (validate === undefined) return faults;
  let body: Json;
  const unreadable = refusalBy(() => {
    body = parseJson(sent.body);
  });
  if (unreadable !== null) return [...faults, { status: 400, code: unreadable.code }];
  if (!validate.call(rules, body)) {
    const errors = validate.errors ?? [];
    const violations = violationsFrom(errors.filter(({ keyword }) => keyword !== 'x-required-scope'));
    faults.push(
      violations.length > 0
        ? { status: 422, code: 'validation_failed', violations: withoutWords(violations) }
        : { status: 403, code: 'insufficient_scope' },
    );
  }
  return faults;
}

const withoutWords = (violations: readonly Violation[]) => violations.map(({ pointer, code }) => ({ pointer, code }));

function refusalBy(read: () => unknown): Refusal['statement'] | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.statement;
    throw error;
  }
}

/**
 * Whether an answer is one that the contract has for the request, and whether the answer itself keeps the contract: its
 * status, its media type, its headers and its body.
 */
export function judge(
  sent: SentRequest,
  answer: Answer,
  faults: readonly Justified[],
  expects: Case['expects'],
): Judgement {
  const { operation } = sent;
  const outcome = outcomeOf(answer);
  const departures = answerDepartures(operation, answer);
  const ruled = faults.length > 0 ? faults : successesOf(operation);
  const expected: readonly Justified[] = expects === undefined ? [...ruled, ...(sent.undecided ?? [])] : [expects];
  const fitting = expected.filter(({ status }) => status === answer.status);
  if (fitting.length === 0) {
    departures.unshift(`The contract has ${listed(expected)} for this request, and the answer is ${said(outcome)}.`);
    return { departures, outcome };
  }
  if (fitting.every(({ code }) => code !== undefined && code !== outcome.code))
    departures.push(`The code must be ${fitting.map(({ code }) => code).join(' or ')}, and is ${outcome.code}.`);
  const [{ violations } = { violations: undefined }] = fitting;
  if (violations !== undefined) departures.push(...violationDepartures(violations, memberOf(answer.json, 'errors')));
  return { departures, outcome };
}

const successesOf = (operation: OperationId): Justified[] =>
  Object.keys(shapeOf(operation).responses)
    .filter((status) => status.startsWith('2'))
    .map((status) => ({ status: Number(status) }));

/** What an operation answers at an address at which there is nothing: a signed link is then a wrong one. */
export const nothingThere = (operation: OperationId): Justified =>
  isSigned(operation) ? { status: 403, code: 'invalid_upload_link' } : { status: 404, code: 'not_found' };

/** Their words are compared where all are known: the contract leaves them to the service. */
function violationDepartures(expected: readonly ExpectedViolation[], given: Json): string[] {
  const hasWords = expected.every(({ detail }) => detail !== undefined);
  const nameOf = (each: Json) =>
    `${memberOf(each, 'code')} at ${memberOf(each, 'pointer')}${hasWords ? ` "${memberOf(each, 'detail')}"` : ''}`;
  const names = (list: Json) => new Set(itemsOf(list).map(nameOf));
  const [wanted, got] = [names(expected), names(given)];
  const missing = [...wanted].filter((name) => !got.has(name));
  const extra = [...got].filter((name) => !wanted.has(name));
  return [
    ...(missing.length > 0 ? [`Not among the violations: ${bounded(missing)}.`] : []),
    ...(extra.length > 0 ? [`A violation that is none: ${bounded(extra)}.`] : []),
  ];
}

/** Everything in which an answer by itself departs from what the contract has for the operation. */
export function answerDepartures(operation: OperationId, answer: Answer): string[] {
  const { status, headers, json } = answer;
  const mediaType = shapeOf(operation).responses[status];
  const validators = responses[operation]?.[status];
  if (mediaType === undefined || validators === undefined)
    return [`The contract has no answer ${status} for this operation.`];
  const found: string[] = [];
  const given = headers.get('content-type');
  if (mediaTypeOf(given) !== (mediaType ?? ''))
    found.push(`Content-Type must be ${mediaType ?? 'absent'}, and is ${given}.`);
  if (mediaType === null && answer.text !== '') found.push(`An answer ${status} has no body.`);
  if (mediaType !== null && json === undefined) found.push('The body is not JSON.');
  const seen = Object.fromEntries([...headers].map(([name, v]) => [name, /^\d+$/.test(v) ? Number(v) : v]));
  found.push(...broken(validators.headers, seen, 'Header '), ...broken(validators.body, json ?? null, 'Body '));
  if (mediaType === 'application/problem+json') found.push(...problemDepartures(answer));
  return found;
}

/** What the contract says of every problem document: title and status are those of its code, the ids are one. */
export function problemDepartures({ status, headers, json }: Answer): string[] {
  const catalogue: Readonly<Record<string, { status: number; title: string }>> = problems;
  const given = isObject(json) ? json : {};
  const code = String(given['code']);
  const entry = Object.hasOwn(catalogue, code) ? catalogue[code] : undefined;
  if (entry === undefined) return ['The problem has a code that the contract does not have.'];
  const found: string[] = [];
  if (entry.status !== status) found.push(`The code ${code} goes with ${entry.status}, not with ${status}.`);
  if (given['status'] !== status) found.push('The status in the problem is not that of the answer.');
  if (given['title'] !== entry.title) found.push(`The title of ${code} must be "${entry.title}".`);
  if (given['request_id'] !== headers.get('x-request-id'))
    found.push('request_id is not the X-Request-Id of the answer.');
  if (!String(given['type']).endsWith(`/problems/${code}`))
    found.push(`The type of ${code} must be the address /problems/${code} of the service.`);
  return found;
}

/** Answers have none of the contract's own keywords. */
const NO_RULES = contractRules({ domains: [], scopes: [], allowLoopback: false });

/** What a validator has against an answer. Values are left out: they may be personal. */
function broken(validate: ContractValidator, value: unknown, where: string): string[] {
  if (validate.call(NO_RULES, value)) return [];
  return (validate.errors ?? []).map(
    (error) => `${where}${error.instancePath || 'whole'} breaks ${error.keyword}${detailOf(error)}.`,
  );
}

function detailOf({ keyword, params }: ContractError): string {
  if (keyword === 'required') return `: ${params['missingProperty']} is missing`;
  if (keyword === 'type') return `: must be ${[params['type']].flat().join(' or ')}`;
  return '';
}

/** What two targets must agree on. */
export function outcomeOf({ status, json }: Answer): Outcome {
  const code = memberOf(json, 'code') ?? memberOf(json, 'error');
  const errors = memberOf(json, 'errors');
  return {
    status,
    ...(typeof code === 'string' && { code }),
    ...(Array.isArray(errors) && {
      pointers: [...new Set(errors.map((each) => `${memberOf(each, 'code')} ${memberOf(each, 'pointer')}`))].sort(),
    }),
  };
}

const said = ({ status, code }: Outcome) => (code === undefined ? String(status) : `${status} ${code}`);
const listed = (expected: readonly Justified[]) => [...new Set(expected.map(said))].join(' or ');

const SHOWN = 5;
const bounded = (names: readonly string[]) =>
  names.slice(0, SHOWN).join(', ') + (names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '');
