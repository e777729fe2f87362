// Edits to the contract, grouped by whether they break a correct client.

// biome-ignore lint/suspicious/noExplicitAny: a test changes any part of the contract
export type Edit = (contract: any) => void;

const education = '/api/partner/v1/add/education.json';
const status = '/api/partner/v1/submissions/{id}/status.json';
const asset = '/api/partner/v2/assets/{asset_key}';
const statuses = '/api/partner/v1/submissions/status.json';
const batch = '/api/partner/v2/add/requests/batch.json';

/** Breaking edits. Each has a name, the edit, and part of the location that the check must report. */
export const BREAKS: [string, Edit, string][] = [
  ['an operation removed', (c) => delete c.paths[education].post, education],
  ['a path removed', (c) => delete c.paths[status], status],
  [
    'a response status removed',
    (c) => delete c.paths[education].post.responses['201'],
    `${education}/post/responses/201`,
  ],
  [
    'a request media type removed',
    (c) => delete c.paths[asset].put.requestBody.content['image/png'],
    `${asset}/put/requestBody/content/image/png`,
  ],
  [
    'a response media type changed',
    (c) => {
      const { content } = c.paths[status].get.responses['200'];
      content['application/hal+json'] = content['application/json'];
      delete content['application/json'];
    },
    `${status}/get/responses/200/content`,
  ],
  [
    'a scope added',
    (c) => c.paths[status].get.security[0].oauth2.push('read.digital_identity'),
    `${status}/get/security`,
  ],
  [
    'a different scope required',
    (c) => {
      c.paths[education].post.security[0].oauth2 = ['write.microcredential'];
    },
    `${education}/post/security`,
  ],
  [
    'a request property required',
    (c) => c.components.schemas.EducationCredential.required.push('with_honours'),
    'credential',
  ],
  ['a request property removed', (c) => delete c.components.schemas.EducationCredential.properties.majors, 'majors'],
  [
    'a maximum length added',
    (c) => {
      c.components.schemas.CourseName.maxLength = 499;
    },
    'course_name',
  ],
  [
    'a word added to a naming rule',
    (c) => {
      c.components.schemas.CourseName['x-naming-rules'].honours.words.push('merit');
    },
    'course_name',
  ],
  [
    'an upper bound lowered',
    (c) => {
      c.components.schemas.SubmissionStatusQuery.properties.ids.maxItems--;
    },
    'ids',
  ],
  [
    'a lower bound raised',
    (c) => {
      c.components.schemas.SubmissionStatusQuery.properties.ids.minItems++;
    },
    'ids',
  ],
  [
    'a pattern changed',
    (c) => {
      c.components.schemas.ConferralYear.pattern = '^20[0-9]{2}$';
    },
    'conferral_year',
  ],
  [
    'a format added',
    (c) => {
      c.components.schemas.CourseName.format = 'email';
    },
    'course_name',
  ],
  [
    'the type of a request property changed',
    (c) => {
      c.components.schemas.EducationCredential.properties.awaiting_graduation.type = 'string';
    },
    'awaiting_graduation',
  ],
  ['a request enum value removed', (c) => c.components.schemas.CefrLevel.enum.pop(), 'cefr_scores'],
  [
    'additional request properties forbidden',
    (c) => {
      c.paths[asset].put.requestBody.content['application/json'].schema.additionalProperties = false;
    },
    `${asset}/put/requestBody/content/application/json`,
  ],
  [
    'a response property removed',
    (c) => {
      delete c.components.schemas.SubmissionLink.properties.redirect_uri;
      c.components.schemas.SubmissionLink.required = [];
    },
    'redirect_uri',
  ],
  [
    'a response property no longer required',
    (c) => {
      c.components.schemas.SubmissionLink.required = [];
    },
    `${education}/post/responses/201`,
  ],
  [
    'a response property made nullable',
    (c) => {
      c.components.schemas.TokenResponse.properties.expires_in.type = ['integer', 'null'];
    },
    'expires_in',
  ],
  ['a response enum value added', (c) => c.components.schemas.ProblemCode.enum.push('too_late'), 'code'],
  [
    'a response header removed',
    (c) => delete c.paths[education].post.responses['201'].headers['X-Request-Id'],
    `${education}/post/responses/201/headers/X-Request-Id`,
  ],
  [
    'a response header no longer required',
    (c) => {
      c.components.headers.XRequestId.required = false;
    },
    `${education}/post/responses/201/headers/X-Request-Id`,
  ],
  [
    'a required parameter added',
    (c) => {
      c.paths[status].get.parameters.push({ name: 'at', in: 'query', required: true, schema: {} });
    },
    `${status}/get/parameters`,
  ],
  [
    'x-required-scope added',
    (c) => {
      c.components.schemas.CredentialBatch.properties.digital_identity['x-required-scope'] = 'write.webhooks';
    },
    'digital_identity/x-required-scope',
  ],
  [
    'x-public-address added',
    (c) => {
      c.components.schemas.DocumentUrl['x-public-address'] = true;
    },
    'document/x-public-address',
  ],
  [
    'x-body-limit lowered',
    (c) => {
      c.paths[education].post['x-body-limit']--;
    },
    `${education}/post/x-body-limit`,
  ],
  [
    'x-idempotent removed',
    (c) => {
      delete c.paths[statuses].post['x-idempotent'];
    },
    `${statuses}/post/x-idempotent`,
  ],
  [
    'x-max-bytes lowered',
    (c) => {
      c.components.schemas.OpenCertificate['x-max-bytes']--;
    },
    'x-max-bytes',
  ],
  [
    'x-unique extended',
    (c) => c.components.schemas.CredentialBatch['x-unique'].push(['digital_identity']),
    `${batch}/post/requestBody/content/application/json/schema/x-unique`,
  ],
  [
    'a guaranteed number lowered',
    (c) => {
      c['x-service'].rate_limits.partner.burst--;
    },
    '#/x-service',
  ],
  [
    'a guaranteed deadline raised',
    (c) => {
      c['x-service'].disabled_within_seconds++;
    },
    '#/x-service',
  ],
  [
    'a guaranteed list shortened',
    (c) => {
      c['x-service'].document_download.retry_delays_seconds.pop();
    },
    '#/x-service',
  ],
  [
    'a guaranteed number removed',
    (c) => {
      delete c['x-service'].submission_window_seconds;
    },
    '#/x-service',
  ],
  [
    'the status of a problem code changed',
    (c) => {
      c.components.schemas.ProblemCode['x-problems'].id_conflict.status = 422;
    },
    'x-problems',
  ],
  [
    'the base URL of problem types changed',
    (c) => {
      c.components.schemas.Problem.properties.type['x-value'] = '{$server.url}/errors/{$response.body#/code}';
    },
    'x-value',
  ],
  [
    'the media type of a linked page changed',
    (c) => {
      c.components.schemas.RedirectUri['x-serves'] = 'application/pdf';
    },
    'x-serves',
  ],
  ['a convention removed', (c) => delete c['x-conventions'].accept, 'x-conventions'],
  [
    'a scope removed',
    (c) => delete c.components.securitySchemes.oauth2.flows.clientCredentials.scopes['write.education'],
    'securitySchemes/oauth2/flows/clientCredentials/scopes/write.education',
  ],
  [
    'a flow removed',
    (c) => {
      const { flows } = c.components.securitySchemes.oauth2;
      flows.authorizationCode = { ...flows.clientCredentials, authorizationUrl: 'https://example.test' };
      delete flows.clientCredentials;
    },
    'securitySchemes/oauth2/flows/clientCredentials',
  ],
  [
    'the token URL changed',
    (c) => {
      c.components.securitySchemes.oauth2.flows.clientCredentials.tokenUrl += '/new';
    },
    'securitySchemes/oauth2/flows/clientCredentials/tokenUrl',
  ],
  [
    'the discriminator property changed',
    (c) => {
      c.components.schemas.EducationSubmission.discriminator.propertyName = 'credential_type';
    },
    `${education}/post/requestBody/content/application/json/schema/discriminator`,
  ],
  [
    'a stable operation marked as under development',
    (c) => {
      c.paths[education].post['x-under-development'] = true;
    },
    `${education}/post/x-under-development`,
  ],
];

/** Edits that do not affect a correct client. */
export const HARMLESS: [string, Edit][] = [
  [
    'a new operation',
    (c) => {
      c.paths['/api/partner/v1/new.json'] = { get: structuredClone(c.paths[status].get) };
      c.paths['/api/partner/v1/new.json'].get.operationId = 'getNew';
      c.paths['/api/partner/v1/new.json'].get.parameters = [];
    },
  ],
  [
    'a new optional request property',
    (c) => {
      c.components.schemas.EducationCredential.properties.motto = { type: 'string', 'x-https': true };
    },
  ],
  [
    'a new optional parameter',
    (c) => {
      c.paths[status].get.parameters.unshift({ name: 'at', in: 'query', schema: { type: 'string' } });
    },
  ],
  [
    'a new response property',
    (c) => {
      c.components.schemas.SubmissionLink.properties.expires_at = { type: 'string' };
    },
  ],
  [
    'a new required response property',
    (c) => {
      c.components.schemas.SubmissionLink.properties.expires_at = { type: 'string' };
      c.components.schemas.SubmissionLink.required.push('expires_at');
    },
  ],
  [
    'an upper bound raised',
    (c) => {
      c.components.schemas.SubmissionStatusQuery.properties.ids.maxItems++;
    },
  ],
  ['a new request enum value', (c) => c.components.schemas.CefrLevel.enum.push('C3')],
  ['a request property no longer required', (c) => c.components.schemas.EducationCredential.required.pop()],
  [
    'a scope no longer required',
    (c) => {
      c.paths[education].post.security[0].oauth2 = [];
    },
  ],
  [
    'limits raised and rules removed',
    (c) => {
      c.paths[education].post['x-body-limit']++;
      c['x-service'].max_webhooks++;
      c['x-service'].disabled_within_seconds--;
      c['x-service'].more = 1;
      delete c.components.schemas.DocumentUrl['x-registered-domain'];
    },
  ],
  [
    'descriptions, examples, and links changed',
    (c) => {
      c.paths[education].post.description = 'Words.';
      c.info.description = 'Words.';
      c.components.securitySchemes.oauth2.description = 'Words.';
      c.components.examples.EducationLink.value.redirect_uri = 'https://example.test';
      delete c.paths[education].post.responses['201'].links;
    },
  ],
];
