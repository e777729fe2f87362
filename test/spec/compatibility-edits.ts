// Edits to the contract, grouped by whether they break a correct client.

// biome-ignore lint/suspicious/noExplicitAny: a test changes any part of the contract
export type Edit = (contract: any) => void;

const education = '/api/partner/v1/add/education.json';
const status = '/api/partner/v1/submissions/{id}/status.json';
const asset = '/api/partner/v2/assets/{asset_key}';
const statuses = '/api/partner/v1/submissions/status.json';
const batch = '/api/partner/v2/add/requests/batch.json';
const webhook = '/api/partner/v2/webhooks/{id}';

const schemas =
  (edit: Edit): Edit =>
  (c) =>
    edit(c.components.schemas);
/** Renames a schema and all references to it. */
const renamed =
  (from: string, to: string): Edit =>
  (c) => {
    const text = JSON.stringify(c).replaceAll(`schemas/${from}"`, `schemas/${to}"`).replace(`"${from}":`, `"${to}":`);
    Object.assign(c, JSON.parse(text));
  };

/**
 * Changes that break correct clients of the last release. Each has a name, the edit, and the end of the pointer that the
 * check must report.
 */
export const BREAKS: [string, Edit, string][] = [
  // Operations
  ['an operation removed', (c) => delete c.paths[education].post, `${education}/post`],
  ['a path removed', (c) => delete c.paths[status], `${status}/get`],
  ['an operation renamed', (c) => (c.paths[status].get.operationId = 'getStatus'), `${status}/get/operationId`],
  ['x-body-limit lowered', (c) => (c.paths[education].post['x-body-limit'] = 1024), `${education}/post/x-body-limit`],
  ['x-idempotent removed', (c) => delete c.paths[statuses].post['x-idempotent'], `${statuses}/post/x-idempotent`],
  ['x-under-development added', (c) => (c.paths[education].post['x-under-development'] = true), 'x-under-development'],
  ['x-sandbox-only added', (c) => (c.paths[education].post['x-sandbox-only'] = true), 'x-sandbox-only'],
  ['a server removed', (c) => c.servers.pop(), '#/servers'],
  // Requests
  [
    'a request media type removed',
    (c) => delete c.paths[asset].put.requestBody.content['image/png'],
    'content/image/png',
  ],
  [
    'a required parameter added',
    (c) => c.paths[status].get.parameters.push({ name: 'at', in: 'query', required: true, schema: {} }),
    `${status}/get/parameters`,
  ],
  ['a parameter removed', (c) => c.paths[asset].put.parameters.pop(), `${asset}/put/parameters/1`],
  [
    'a request property required',
    schemas((s) => s.EducationCredential.required.push('with_honours')),
    'EducationCredential/required',
  ],
  [
    'a request property removed',
    schemas((s) => delete s.EducationCredential.properties.majors),
    'EducationCredential/properties/majors',
  ],
  [
    'an upper bound lowered',
    schemas((s) => (s.EducationCredential.properties.majors.maxItems = 10)),
    'properties/majors/maxItems',
  ],
  [
    'a lower bound raised',
    schemas((s) => s.SubmissionStatusQuery.properties.ids.minItems++),
    'properties/ids/minItems',
  ],
  ['a maximum length lowered', schemas((s) => (s.Text.maxLength = 5)), 'schemas/Text/maxLength'],
  [
    'the maximum length of an identifier lowered',
    schemas((s) => (s.Identifier.maxLength = 36)),
    'schemas/Identifier/maxLength',
  ],
  ['a maximum length added', schemas((s) => (s.CourseName.maxLength = 499)), 'schemas/CourseName/maxLength'],
  ['an exempted pattern changed', schemas((s) => (s.Text.pattern = '^[a-z]*$')), 'schemas/Text/pattern'],
  ['a pattern changed', schemas((s) => (s.ConferralYear.pattern = '^20[0-9]{2}$')), 'schemas/ConferralYear/pattern'],
  ['a format added', schemas((s) => (s.CourseName.format = 'email')), 'schemas/CourseName/format'],
  ['a condition added', schemas((s) => (s.CourseName.not = { maxLength: 1 })), 'schemas/CourseName/not'],
  [
    'a conditional rule added',
    schemas((s) => Object.assign(s.PartnerInstitution, { if: { minProperties: 1 }, else: false })),
    'schemas/PartnerInstitution/if',
  ],
  [
    'the type of a request property changed',
    schemas((s) => (s.EducationCredential.properties.awaiting_graduation.type = 'string')),
    'awaiting_graduation/type',
  ],
  ['null rejected', schemas((s) => (s.AssessmentResult.type = 'string')), 'schemas/AssessmentResult/type'],
  ['a request enum value removed', schemas((s) => s.CefrLevel.enum.pop()), 'schemas/CefrLevel/enum'],
  [
    'a request variant removed',
    schemas((s) => {
      s.EducationSubmission.oneOf.shift();
      delete s.EducationSubmission.discriminator.mapping.pdf;
    }),
    'schemas/EducationSubmission/properties/document_type/const',
  ],
  [
    'a variant with a stricter document',
    schemas((s) => (s.EducationWithPdf.properties.data.properties.document = { type: 'null' })),
    'properties/document/type',
  ],
  [
    'the discriminator property changed',
    schemas((s) => (s.EducationSubmission.discriminator.propertyName = 'credential_type')),
    'schemas/EducationSubmission/discriminator',
  ],
  [
    'additional request properties forbidden',
    (c) => (c.paths[asset].put.requestBody.content['application/json'].schema.additionalProperties = false),
    'application/json/schema/additionalProperties',
  ],
  [
    'a word added to a naming rule',
    schemas((s) => s.CourseName['x-naming-rules'].honours.words.push('merit')),
    'schemas/CourseName/x-naming-rules',
  ],
  [
    'x-required-scope changed',
    schemas((s) => (s.CredentialBatch.properties.education_items['x-required-scope'] = 'write.webhooks')),
    'education_items/x-required-scope',
  ],
  [
    'x-public-address added',
    schemas((s) => (s.DocumentUrl['x-public-address'] = true)),
    'schemas/DocumentUrl/x-public-address',
  ],
  [
    'x-disjoint changed',
    schemas((s) => (s.EducationCredential['x-disjoint'].text = 'education_provider')),
    'schemas/EducationCredential/x-disjoint',
  ],
  [
    'x-max-bytes lowered',
    schemas((s) => (s.OpenCertificate['x-max-bytes'] = 1024)),
    'schemas/OpenCertificate/x-max-bytes',
  ],
  [
    'x-unique extended',
    schemas((s) => s.CredentialBatch['x-unique'].push(['digital_identity'])),
    'schemas/CredentialBatch/x-unique',
  ],
  // Responses
  [
    'a response status removed',
    (c) => delete c.paths[education].post.responses['201'],
    `${education}/post/responses/201`,
  ],
  [
    'a success status added',
    (c) => (c.paths[education].post.responses['202'] = c.paths[education].post.responses['201']),
    `${education}/post/responses/202`,
  ],
  [
    'a response media type changed',
    (c) => {
      const { content } = c.paths[status].get.responses['200'];
      content['application/hal+json'] = content['application/json'];
      delete content['application/json'];
    },
    `${status}/get/responses/200/content/application/json`,
  ],
  [
    'a response header removed',
    (c) => delete c.paths[education].post.responses['201'].headers['X-Request-Id'],
    '201/headers/X-Request-Id',
  ],
  [
    'a response header no longer required',
    (c) => (c.components.headers.XRequestId.required = false),
    'components/headers/XRequestId/required',
  ],
  [
    'a response property removed',
    schemas((s) => {
      delete s.SubmissionLink.properties.redirect_uri;
      s.SubmissionLink.required = [];
    }),
    'schemas/SubmissionLink/properties/redirect_uri',
  ],
  [
    'a response property no longer required',
    schemas((s) => (s.SubmissionLink.required = [])),
    'schemas/SubmissionLink/required',
  ],
  [
    'a response property made nullable',
    schemas((s) => (s.SubmissionStatus.properties.id.type = ['string', 'null'])),
    'SubmissionStatus/properties/id/type',
  ],
  [
    'a response enum value added',
    schemas((s) => s.SubmissionStatus.properties.status.enum.push('expired')),
    'schemas/SubmissionStatus/properties/status/enum',
  ],
  [
    'a fixed response value changed',
    schemas((s) => (s.TokenResponse.properties.expires_in.const = 60)),
    'expires_in/const',
  ],
  ['a response pattern removed', schemas((s) => delete s.RedirectUri.pattern), 'schemas/RedirectUri/pattern'],
  [
    'an upper bound of a response raised',
    schemas((s) => (s.ValidationProblem.allOf[1].properties.errors.maxItems = 2000)),
    'properties/errors/maxItems',
  ],
  [
    'the status of a problem code changed',
    schemas((s) => (s.ProblemCode['x-problems'].id_conflict.status = 422)),
    'schemas/ProblemCode/x-problems',
  ],
  // Names of SDK types
  ['a schema renamed', renamed('SubmissionLink', 'Link'), 'schemas/SubmissionLink'],
  [
    'a schema replaced by its content',
    (c) => {
      const { SubmissionLink, ...others } = c.components.schemas;
      Object.assign(
        c,
        JSON.parse(
          JSON.stringify({ ...c, components: { ...c.components, schemas: others } }).replaceAll(
            '{"$ref":"#/components/schemas/SubmissionLink"}',
            JSON.stringify(SubmissionLink),
          ),
        ),
      );
    },
    'schemas/SubmissionLink',
  ],
  // Resources
  [
    'the order of a list reversed',
    (c) => (c.paths[statuses].post['x-resource'].order = 'newest first'),
    `${statuses}/post/x-resource`,
  ],
  [
    'a different identifier',
    (c) => (c.paths[batch].post['x-resource'].id = '$response.body#/id'),
    `${batch}/post/x-resource`,
  ],
  [
    'an initial value changed',
    (c) => (c['x-resources'].Submission.initial.status = 'verified'),
    '#/x-resources/Submission',
  ],
  [
    'a conflict code changed',
    (c) => (c['x-resources'].Submission.conflictCode = 'not_found'),
    '#/x-resources/Submission',
  ],
  ['a resource removed', (c) => delete c['x-resources'].Webhook, '#/x-resources/Webhook'],
  // Authentication
  [
    'a scope added',
    (c) => c.paths[status].get.security[0].oauth2.push('read.digital_identity'),
    `${status}/get/security`,
  ],
  [
    'a different scope required',
    (c) => (c.paths[education].post.security[0].oauth2 = ['write.microcredential']),
    `${education}/post/security`,
  ],
  [
    'a different authentication method',
    (c) => (c.paths[status].get.security = [{ uploadLink: [] }]),
    `${status}/get/security`,
  ],
  [
    'a second authentication method required',
    (c) => (c.paths[status].get.security[0].uploadLink = []),
    `${status}/get/security`,
  ],
  [
    'a token required',
    (c) => {
      delete c.paths['/.well-known/jwks.json'].get.security;
      c.security = [{ oauth2: [] }];
    },
    'jwks.json/get/security',
  ],
  [
    'a scope removed',
    (c) => delete c.components.securitySchemes.oauth2.flows.clientCredentials.scopes['write.education'],
    '#/components/securitySchemes/oauth2',
  ],
  [
    'a flow replaced',
    (c) => {
      const { flows } = c.components.securitySchemes.oauth2;
      flows.authorizationCode = { ...flows.clientCredentials, authorizationUrl: 'https://example.test' };
      delete flows.clientCredentials;
    },
    '#/components/securitySchemes/oauth2',
  ],
  [
    'the token URL changed',
    (c) => (c.components.securitySchemes.oauth2.flows.clientCredentials.tokenUrl += '/new'),
    '#/components/securitySchemes/oauth2',
  ],
  [
    'a key sent in a different place',
    (c) => (c.components.securitySchemes.uploadLink.in = 'header'),
    '#/components/securitySchemes/uploadLink',
  ],
  // Limits of the service
  ['a guaranteed number lowered', (c) => c['x-service'].rate_limits.partner.burst--, '#/x-service'],
  ['a guaranteed number removed', (c) => delete c['x-service'].submission_window_seconds, '#/x-service'],
];

/** Changes that break correct clients of the current contract, but not those of the last release, which lacks the rules. */
export const BREAKS_OF_NEW_RULES: [string, Edit, string][] = [
  [
    'a code removed',
    schemas((s) => s.ViolationCode['x-extensible-enum'].pop()),
    'schemas/ViolationCode/x-extensible-enum',
  ],
  ['a guaranteed deadline raised', (c) => c['x-service'].disabled_within_seconds++, '#/x-service'],
  ['a guaranteed list shortened', (c) => c['x-service'].document_download.retry_delays_seconds.pop(), '#/x-service'],
  [
    'the base URL of problem types changed',
    schemas((s) => (s.Problem.properties.type['x-value'] = '{$server.url}/errors/{$response.body#/code}')),
    'properties/type/x-value',
  ],
  [
    'the media type of a linked page changed',
    schemas((s) => (s.RedirectUri['x-serves'] = 'application/pdf')),
    'schemas/RedirectUri/x-serves',
  ],
  ['a convention removed', (c) => delete c['x-conventions'].accept, '#/x-conventions'],
];

/** Changes that affect no correct client of the last release. */
export const HARMLESS: [string, Edit][] = [
  ['a new resource', (c) => (c['x-resources'].Note = { identifier: 'id' })],
  [
    'a new operation',
    (c) => {
      c.paths['/api/partner/v1/new.json'] = { get: structuredClone(c.paths[status].get) };
      Object.assign(c.paths['/api/partner/v1/new.json'].get, { operationId: 'getNew', parameters: [] });
    },
  ],
  [
    'a new optional request property',
    schemas((s) => (s.EducationCredential.properties.motto = { type: 'string', 'x-https': true })),
  ],
  [
    'a new optional parameter',
    (c) => c.paths[status].get.parameters.unshift({ name: 'at', in: 'query', schema: { type: 'string' } }),
  ],
  [
    'a new request variant',
    schemas((s) =>
      s.EducationSubmission.oneOf.unshift({
        type: 'object',
        required: ['document_type'],
        properties: { document_type: { const: 'png' } },
      }),
    ),
  ],
  ['a new response property', schemas((s) => (s.SubmissionLink.properties.expires_at = { type: 'string' }))],
  [
    'a new required response property',
    schemas((s) => {
      s.SubmissionLink.properties.expires_at = { type: 'string' };
      s.SubmissionLink.required.push('expires_at');
    }),
  ],
  [
    'a new response header',
    (c) => (c.paths[education].post.responses['201'].headers['X-More'] = { required: true, schema: {} }),
  ],
  ['a new error status', (c) => (c.paths[education].post.responses['410'] = c.paths[education].post.responses['409'])],
  ['an upper bound raised', schemas((s) => s.SubmissionStatusQuery.properties.ids.maxItems++)],
  ['a maximum length raised', schemas((s) => (s.Text.maxLength = 600))],
  ['a new problem code', schemas((s) => s.ProblemCode['x-extensible-enum'].push('too_late'))],
  ['a new request enum value', schemas((s) => s.CefrLevel.enum.push('C3'))],
  ['a request property no longer required', schemas((s) => s.EducationCredential.required.pop())],
  ['null accepted', schemas((s) => (s.EducationCredential.properties.with_honours.type = ['boolean', 'null']))],
  ['unknown request properties accepted', schemas((s) => delete s.EducationCredential.additionalProperties)],
  [
    'a response value restricted',
    schemas(
      (s) => (s.SubmissionLink.properties.redirect_uri = { $ref: '#/components/schemas/RedirectUri', maxLength: 900 }),
    ),
  ],
  ['a scope no longer required', (c) => (c.paths[education].post.security[0].oauth2 = [])],
  [
    'a new authentication method',
    (c) => {
      c.components.securitySchemes.mutualTls = { type: 'mutualTLS' };
      c.paths[education].post.security.unshift({ mutualTls: [] });
    },
  ],
  ['a new server', (c) => c.servers.unshift({ url: 'https://new.example' })],
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
    'descriptions, messages, examples, and links changed',
    (c) => {
      c.paths[education].post.description = 'Words.';
      c.info.description = 'Words.';
      c.components.securitySchemes.oauth2.description = 'Words.';
      c.components.schemas.Text['x-message'] = 'Words.';
      c.components.schemas.ProblemCode['x-problems'].id_conflict.title = 'Words';
      c.components.examples.EducationLink.value.redirect_uri = 'https://example.test';
      delete c.paths[education].post.responses['201'].links;
    },
  ],
  [
    'const instead of an enum with one value',
    schemas((s) => {
      const { credential_type } = s.EducationWithPdf.properties;
      s.EducationWithPdf.properties.credential_type = { type: credential_type.type, enum: [credential_type.const] };
      s.CanceledCredential.properties.status = { type: 'string', const: 'canceled' };
    }),
  ],
  [
    'lists of names in a different order',
    schemas((s) => {
      s.EducationCredential.required.reverse();
      s.CefrLevel.enum.reverse();
      s.AssessmentResult.type.reverse();
      s.EducationSubmission.oneOf.reverse();
    }),
  ],
  ['a type in a list', schemas((s) => (s.EducationCredential.type = ['object']))],
  [
    'a reference in allOf',
    schemas(
      (s) => (s.SubmissionLink.properties.redirect_uri = { allOf: [{ $ref: '#/components/schemas/RedirectUri' }] }),
    ),
  ],
  [
    'a schema with a new name for a part',
    schemas((s) => {
      s.Majors = s.EducationCredential.properties.majors;
      s.EducationCredential.properties.majors = { $ref: '#/components/schemas/Majors' };
    }),
  ],
  ['the default format of a parameter stated', (c) => (c.components.parameters.SubmissionRef.style = 'simple')],
];

/** Breaking changes of operations under development. */
export const BREAKS_UNDER_DEVELOPMENT: Record<string, Edit> = {
  event: (c) => {
    const { parameters } = c.webhooks.verificationEvent.post;
    c.webhooks.verificationEvent.post.parameters = parameters.slice(1);
    parameters[1].required = false;
    c.components.schemas.VerificationEvent.required.pop();
    c.components.schemas.VerificationEvent.properties.more = { type: 'string' };
  },
  path: (c) => delete c.paths[webhook],
  operations: (c) => {
    delete c.paths[webhook].put;
    c.components.schemas.WebhookCreate.required.push('name');
    c.webhooks.verificationEvent.post['x-delivery'].timeout_seconds = 2;
    c.components.parameters.PageLimit.schema.default = 5;
    c.paths[`${webhook}/deliveries`].get['x-resource'].order = 'oldest first';
  },
};
