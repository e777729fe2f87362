// Edits to the contract, grouped by whether they break a correct client.
import { type OperationId, operations } from '../../generated/operations.ts';
import { contract } from '../support/contract.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test changes any part of the contract
type Json = any;

/**
 * New values by place. A place is a path whose first part is an operation, a schema, or a property of the contract; `|`
 * stands for a slash in a name. A value can be a function that maps the old value. `undefined` removes the property.
 */
export type Changes = Readonly<Record<string, Json>>;
export type Edit = [name: string, changes: Changes];
/** `reported`: place that the check must report, by default the first place in `changes` or a parent of that place. */
export type Break = [name: string, changes: Changes, reported?: string];

function namesAt(place: string): string[] {
  const [first = '', ...rest] = place.split('/').map((name) => name.replaceAll('|', '/'));
  if (Object.hasOwn(operations, first)) {
    const { path, method } = operations[first as OperationId];
    return ['paths', path, method.toLowerCase(), ...rest];
  }
  return first in contract.components.schemas ? ['components', 'schemas', first, ...rest] : [first, ...rest];
}

/** Returns the JSON Pointer to a place, but does not escape slashes in names. */
export const pointerTo = (place: string) => ['#', ...namesAt(place)].join('/');

export function changedBy(changes: Changes): Json {
  const copy = structuredClone(contract);
  for (const [place, value] of Object.entries(changes)) {
    const names = namesAt(place);
    const last = names.pop() ?? '';
    const parent = names.reduce((at, name) => at[name], copy);
    const next = typeof value === 'function' ? value(parent[last]) : value;
    if (next === undefined) delete parent[last];
    else parent[last] = next;
  }
  return copy;
}

const removed = undefined;
const withoutFirst = (list: Json[]) => list.slice(1);
const withoutLast = (list: Json[]) => list.slice(0, -1);
const reversed = (list: Json[]) => list.toReversed();
const plus = (number: number) => (old: number) => old + number;
const and = (item: Json) => (list: Json[]) => [...list, item];
const after = (item: Json) => (list: Json[]) => [item, ...list];
const replaced = (from: string, to: string) => (part: Json) => JSON.parse(JSON.stringify(part).replaceAll(from, to));

const STATUS = 'getSubmissionStatusV1';
const CREATED = 'addEducation/responses/201';
const { 201: created, 409: conflict } = contract.paths[operations.addEducation.path].post.responses;
const OAUTH = 'components/securitySchemes/oauth2';
const FLOW = `${OAUTH}/flows/clientCredentials`;
const { clientCredentials } = contract.components.securitySchemes.oauth2.flows;
const WEBHOOK = 'paths/|api|partner|v2|webhooks|{id}';
const DELIVERIES = 'webhooks/verificationEvent/post';
const REDIRECT = { $ref: '#/components/schemas/RedirectUri' };
const { SubmissionLink } = contract.components.schemas;
const SUBMISSION = 'x-resources/Submission';
const PARAMETER = { name: 'at', in: 'query', schema: { type: 'string' } };

export const BREAKS: readonly Break[] = [
  ['an operation removed', { addEducation: removed }],
  ['a path removed', { 'paths/|api|partner|v1|submissions|{id}|status.json': removed }, STATUS],
  ['an operation renamed', { [`${STATUS}/operationId`]: 'getStatus' }],
  ['x-body-limit lowered', { 'addEducation/x-body-limit': 1024 }],
  ['x-idempotent removed', { 'listSubmissionStatusesV1/x-idempotent': removed }],
  ['x-under-development added', { 'addEducation/x-under-development': true }],
  ['a server removed', { servers: withoutLast }],
  ['a request media type removed', { 'uploadAsset/requestBody/content/image|png': removed }],
  ['a required parameter added', { [`${STATUS}/parameters`]: and({ ...PARAMETER, required: true }) }],
  ['a parameter removed', { 'uploadAsset/parameters': withoutLast }, 'uploadAsset/parameters/1'],
  ['a request property required', { 'EducationCredential/required': and('with_honours') }],
  ['a request property removed', { 'EducationCredential/properties/majors': removed }],
  ['an upper bound lowered', { 'EducationCredential/properties/majors/maxItems': 10 }],
  ['a lower bound raised', { 'SubmissionStatusQuery/properties/ids/minItems': plus(1) }],
  ['a maximum length lowered', { 'Text/maxLength': 5 }],
  ['an exempted pattern changed', { 'Text/pattern': '^[a-z]*$' }],
  ['a pattern changed', { 'ConferralYear/pattern': '^20[0-9]{2}$' }],
  ['a format added', { 'CourseName/format': 'email' }],
  ['a condition added', { 'CourseName/not': { maxLength: 1 } }],
  ['the type of a property changed', { 'EducationCredential/properties/awaiting_graduation/type': 'string' }],
  ['null rejected', { 'AssessmentResult/type': 'string' }],
  ['a request enum value removed', { 'CefrLevel/enum': withoutLast }],
  [
    'a request variant removed',
    { 'EducationSubmission/oneOf': withoutFirst, 'EducationSubmission/discriminator/mapping/pdf': removed },
    'EducationSubmission/properties/document_type/const',
  ],
  [
    'a variant with a stricter document',
    { 'EducationWithPdf/properties/data/properties/document': { type: 'null' } },
    'EducationSubmission/properties/data/properties/document/type',
  ],
  ['the discriminator property changed', { 'EducationSubmission/discriminator/propertyName': 'credential_type' }],
  [
    'additional request properties forbidden',
    { 'uploadAsset/requestBody/content/application|json/schema/additionalProperties': false },
  ],
  ['a word added to a naming rule', { 'CourseName/x-naming-rules/honours/words': and('merit') }],
  ['x-public-address added', { 'DocumentUrl/x-public-address': true }],
  ['x-max-bytes lowered', { 'OpenCertificate/x-max-bytes': 1024 }],
  ['x-unique extended', { 'CredentialBatch/x-unique': and(['digital_identity']) }],
  ['a response status removed', { [CREATED]: removed }],
  ['a success status added', { 'addEducation/responses/202': created }],
  [
    'a response media type changed',
    { [`${STATUS}/responses/200/content`]: replaced('application/json', 'application/hal+json') },
    `${STATUS}/responses/200/content/application|json`,
  ],
  ['a response header removed', { [`${CREATED}/headers/X-Request-Id`]: removed }],
  ['a response header no longer required', { 'components/headers/XRequestId/required': false }],
  ['a response property removed', { 'SubmissionLink/properties/redirect_uri': removed, 'SubmissionLink/required': [] }],
  ['a response property no longer required', { 'SubmissionLink/required': [] }],
  ['a response property made nullable', { 'SubmissionStatus/properties/id/type': ['string', 'null'] }],
  ['a response enum value added', { 'SubmissionStatus/properties/status/enum': and('expired') }],
  ['a fixed response value changed', { 'TokenResponse/properties/expires_in/const': 60 }],
  ['a response pattern removed', { 'RedirectUri/pattern': removed }],
  [
    'an upper bound of a response raised',
    { 'ValidationProblem/allOf/1/properties/errors/maxItems': 2000 },
    'ValidationProblem/properties/errors/maxItems',
  ],
  ['the status of a problem code changed', { 'ProblemCode/x-problems/id_conflict/status': 422 }],
  [
    'a schema renamed',
    {
      components: replaced('schemas/SubmissionLink"', 'schemas/Link"'),
      paths: replaced('schemas/SubmissionLink"', 'schemas/Link"'),
      SubmissionLink: removed,
      'components/schemas/Link': SubmissionLink,
    },
    'SubmissionLink',
  ],
  ['the order of a list reversed', { 'listSubmissionStatusesV1/x-resource/order': 'newest first' }],
  ['an initial value changed', { [`${SUBMISSION}/initial/status`]: 'verified' }],
  ['a resource removed', { 'x-resources/Webhook': removed }],
  ['a scope added', { [`${STATUS}/security/0/oauth2`]: and('read.digital_identity') }],
  ['a different scope required', { 'addEducation/security': [{ oauth2: ['write.microcredential'] }] }],
  ['a different authentication method', { [`${STATUS}/security`]: [{ uploadLink: [] }] }],
  ['a second authentication method required', { [`${STATUS}/security/0/uploadLink`]: [] }],
  ['a token required', { 'getJwks/security': removed, security: [{ oauth2: [] }] }],
  ['a scope removed', { [`${FLOW}/scopes/write.education`]: removed }],
  ['a flow replaced', { [FLOW]: removed, [`${OAUTH}/flows/authorizationCode`]: clientCredentials }],
  ['the token URL changed', { [`${FLOW}/tokenUrl`]: '/new' }],
  ['an API key moved from the query to a header', { 'components/securitySchemes/uploadLink/in': 'header' }],
  ['a guaranteed number lowered', { 'x-service/rate_limits/partner/burst': plus(-1) }],
];

// Breaking changes to unreleased rules. Clients of the last release cannot depend on these rules.
export const BREAKS_OF_NEW_RULES: readonly Break[] = [
  ['a code removed', { 'ViolationCode/x-extensible-enum': withoutLast }],
  ['a guaranteed deadline raised', { 'x-service/disabled_within_seconds': plus(1) }],
  ['a guaranteed list shortened', { 'x-service/document_download/retry_delays_seconds': withoutLast }],
  [
    'the base URL of problem types changed',
    { 'Problem/properties/type/x-value': '{$server.url}/{$response.body#/code}' },
  ],
  ['the media type of a linked page changed', { 'RedirectUri/x-serves': 'application/pdf' }],
  ['a convention removed', { 'x-conventions/accept': removed }],
];

const operationNamed = (operationId: string) => ({
  ...contract.paths[operations[STATUS].path].get,
  operationId,
  parameters: [],
});

export const HARMLESS: readonly Edit[] = [
  ['a new resource', { 'x-resources/Note': { identifier: 'id' } }],
  ['a new operation', { 'paths/|api|partner|v1|new.json': { get: operationNamed('getNew') } }],
  ['a new optional request property', { 'EducationCredential/properties/motto': { type: 'string', 'x-https': true } }],
  ['a new optional parameter', { [`${STATUS}/parameters`]: after(PARAMETER) }],
  [
    'a new request variant',
    {
      'EducationSubmission/oneOf': after({
        type: 'object',
        required: ['document_type'],
        properties: { document_type: { const: 'png' } },
      }),
    },
  ],
  ['a new response property', { 'SubmissionLink/properties/expires_at': { type: 'string' } }],
  ['a new response header', { [`${CREATED}/headers/X-More`]: { required: true, schema: {} } }],
  ['a new error status', { 'addEducation/responses/410': conflict }],
  ['an upper bound raised', { 'SubmissionStatusQuery/properties/ids/maxItems': plus(1) }],
  ['a new problem code', { 'ProblemCode/x-extensible-enum': and('too_late') }],
  ['a new request enum value', { 'CefrLevel/enum': and('C3') }],
  ['a request property no longer required', { 'EducationCredential/required': withoutLast }],
  ['null accepted', { 'EducationCredential/properties/with_honours/type': ['boolean', 'null'] }],
  ['unknown request properties accepted', { 'EducationCredential/additionalProperties': removed }],
  ['a response value restricted', { 'SubmissionLink/properties/redirect_uri': { ...REDIRECT, maxLength: 900 } }],
  ['a scope no longer required', { 'addEducation/security/0/oauth2': [] }],
  [
    'a new authentication method',
    {
      'components/securitySchemes/mutualTls': { type: 'mutualTLS' },
      'addEducation/security': after({ mutualTls: [] }),
    },
  ],
  ['a new server', { servers: after({ url: 'https://new.example' }) }],
  [
    'limits raised and rules removed',
    {
      'addEducation/x-body-limit': plus(1),
      'x-service/max_webhooks': plus(1),
      'x-service/disabled_within_seconds': plus(-1),
      'x-service/more': 1,
      'DocumentUrl/x-registered-domain': removed,
    },
  ],
  [
    'descriptions, messages, examples, and links changed',
    {
      'addEducation/description': 'Words.',
      'info/description': 'Words.',
      [`${OAUTH}/description`]: 'Words.',
      'Text/x-message': 'Words.',
      'ProblemCode/x-problems/id_conflict/title': 'Words',
      'components/examples/EducationLink/value/redirect_uri': 'https://example.test',
      [`${CREATED}/links`]: removed,
    },
  ],
  [
    'const instead of an enum with one value',
    {
      'EducationWithPdf/properties/credential_type': { type: 'string', enum: ['education'] },
      'CanceledCredential/properties/status': { type: 'string', const: 'canceled' },
      'WebhookDelivery/if/properties/status': { enum: ['pending'] },
    },
  ],
  [
    'lists of names in a different order',
    {
      'EducationCredential/required': reversed,
      'CefrLevel/enum': reversed,
      'AssessmentResult/type': reversed,
      'EducationSubmission/oneOf': reversed,
    },
  ],
  ['a reference in allOf', { 'SubmissionLink/properties/redirect_uri': { allOf: [REDIRECT] } }],
  [
    'the schema of a property moved to a new component',
    {
      'components/schemas/Majors': contract.components.schemas.EducationCredential.properties.majors,
      'EducationCredential/properties/majors': { $ref: '#/components/schemas/Majors' },
    },
  ],
  ['the default style of a parameter stated explicitly', { 'components/parameters/SubmissionRef/style': 'simple' }],
];

export const BREAKS_UNDER_DEVELOPMENT: [name: string, changes: Changes, reported: string[]][] = [
  [
    'the parameters and properties of an event changed',
    {
      [`${DELIVERIES}/parameters`]: ([, second, ...rest]: Json[]) => [{ ...second, required: false }, ...rest],
      'VerificationEvent/required': withoutLast,
      'VerificationEvent/properties/more': { type: 'string' },
    },
    ['VerificationEvent/required', `${DELIVERIES}/parameters/0`, `${DELIVERIES}/parameters/1/required`],
  ],
  ['a path removed', { [WEBHOOK]: removed }, ['deleteWebhook', 'getWebhook', 'replaceWebhook']],
  [
    'several operations changed',
    {
      replaceWebhook: removed,
      'WebhookCreate/required': and('name'),
      [`${DELIVERIES}/x-delivery/timeout_seconds`]: 2,
      'components/parameters/PageLimit/schema/default': 5,
      'listWebhookDeliveries/x-resource/order': 'oldest first',
    },
    [
      'components/parameters/PageLimit/schema/default',
      'WebhookCreate/required',
      'replaceWebhook',
      'listWebhookDeliveries/x-resource',
      `${DELIVERIES}/x-delivery`,
    ],
  ],
];
