// Our rules for Redocly (https://redocly.com/docs/cli/custom-plugins). redocly.yaml enables them.
import { acts, keywordForms } from './keyword-forms.js';

const VERBS = 'add|cancel|create|decide|delete|get|list|redeliver|replace|rotate|send|upload';
const OPERATION_ID = new RegExp(`^(${VERBS})[A-Z][A-Za-z0-9]*$`);

/** Applies visitors to operations of the API. Events are requests too, but to partners, and have other rules. */
const ofTheApi = (visitors) => ({ Paths: visitors });

/** An operationId is camelCase, a verb and a noun: `addEducation`, `getSubmissionStatusV1`. */
function operationIdForm() {
  return {
    Operation(operation, { report, location }) {
      if (!OPERATION_ID.test(operation.operationId ?? ''))
        report({
          message: `operationId must be a verb (${VERBS}) and a noun in camelCase, for example addEducation.`,
          location: location.child('operationId'),
        });
    },
  };
}

/** Each operation states whether it needs a token. */
function explicitSecurity() {
  return ofTheApi({
    Operation(operation, { report, location }) {
      if (operation.security === undefined)
        report({
          message: 'Say which security the operation needs; `security: []` when it needs none.',
          location,
        });
    },
  });
}

/** An operation has responses. The generator adds those of `x-problems` to them. */
function statedResponses() {
  return {
    Operation({ operationId, responses }, { report, location }) {
      if (responses === undefined)
        report({ message: `The operation ${operationId} must have \`responses\`.`, location });
    },
  };
}

/** Every response contains the request ID. */
function requestIdHeader() {
  return ofTheApi({
    Response(response, { report, location }) {
      if (response.headers?.['X-Request-Id'] === undefined)
        report({ message: 'A response must declare the header X-Request-Id.', location });
    },
  });
}

/** Returns a visitor that calls `check` for every schema in JSON requests, with the location of the schema. */
const ofRequests = (check) =>
  ofTheApi({
    Operation(operation, { report, location, resolve }) {
      const seen = new Set();
      // Conditions (if, then, else, not) and variants (oneOf) of an object add rules to a closed object.
      const visit = (schema, at) => {
        if (schema.$ref !== undefined) {
          const target = resolve(schema, at.source.absoluteRef);
          if (target.node !== undefined) visit(target.node, target.location);
        }
        if (seen.has(schema)) return;
        seen.add(schema);
        const message = check(schema);
        if (message !== undefined) report({ message, location: at });
        for (const [name, property] of Object.entries(schema.properties ?? {}))
          visit(property, at.child(['properties', name]));
        if (schema.items !== undefined) visit(schema.items, at.child('items'));
        for (const [i, part] of (schema.allOf ?? []).entries()) visit(part, at.child(['allOf', i]));
        if (!isObject(schema))
          for (const [i, part] of (schema.oneOf ?? []).entries()) visit(part, at.child(['oneOf', i]));
      };
      const body = operation.requestBody?.content ?? {};
      // The content of a file has no rules, and unknown fields of a form are ignored (RFC 6749 3.2).
      if (Object.keys(body).join() === 'application/json')
        visit(
          body['application/json'].schema,
          location.child(['requestBody', 'content', 'application/json', 'schema']),
        );
    },
  });

const isObject = (schema) => schema.properties !== undefined || [schema.type].flat().includes('object');

/** Objects in JSON requests are closed, so that a misspelled optional property is not ignored. */
const closedRequests = () =>
  ofRequests((schema) =>
    isObject(schema) && schema.additionalProperties !== false
      ? 'An object in a request must have `additionalProperties: false`.'
      : undefined,
  );

/** Keywords that exclude unpaired surrogates, or that other schemas apply together with this schema. */
const FORMS = ['enum', 'const', 'format', 'contentMediaType', 'anyOf', 'allOf', 'not', 'x-well-formed'];

/** Texts in JSON requests are well-formed Unicode, because databases and JSON libraries reject unpaired surrogates. */
const wellFormedTexts = () =>
  ofRequests((schema) => {
    const pattern = new RegExp(schema.pattern ?? '', 'u');
    const isOpen = FORMS.every((keyword) => schema[keyword] === undefined);
    return [schema.type].flat().includes('string') && isOpen && ['\ud800', 'a\ud800'].some((text) => pattern.test(text))
      ? 'A text in a request must have `x-well-formed: true`, or refer to a schema that has it, such as `Text`.'
      : undefined;
  });

/** Each variant of a request body has a named example. */
function variantExamples() {
  const MediaType = ({ schema = {}, examples = {} }, { report, location, resolve }) => {
    const open = new Set();
    const visit = (given, values, source) => {
      const { node = given, location: at } = given.$ref === undefined ? {} : resolve(given, source);
      if (open.has(node)) return;
      open.add(node);
      const inside = (part, some) => visit(part, some, at?.source.absoluteRef ?? source);
      const { propertyName, mapping = {} } = node.discriminator ?? {};
      for (const $ref of new Set(Object.values(mapping))) {
        const names = Object.keys(mapping).filter((name) => mapping[name] === $ref);
        const some = values.filter((value) => names.includes(value?.[propertyName]));
        if (some.length === 0)
          report({ message: `No named example has the ${propertyName} ${names.join(' or ')}.`, location });
        inside({ $ref }, some);
      }
      for (const [name, property] of Object.entries(node.properties ?? {}))
        inside(
          property,
          values.map((value) => value?.[name]),
        );
      if (node.items !== undefined) inside(node.items, values.flat());
      for (const part of node.allOf ?? []) inside(part, values);
      open.delete(node);
    };
    const values = Object.values(examples).map((example) => (resolve(example).node ?? example).value);
    visit(schema, values, location.source.absoluteRef);
  };
  return ofTheApi({ Operation: { RequestBody: { MediaType } } });
}

/** Generators name a class after each tag and after each schema, so the names must differ. */
function distinctTags() {
  const plain = (name = '') => name.replace(/\W/g, '').toLowerCase();
  const schemas = new Set();
  return {
    ref({ $ref }, { location }) {
      const file = $ref.startsWith('#') ? location.source.absoluteRef : $ref;
      if (/\/(schemas|credentials)\/|^#\/components\/schemas\//.test(file)) schemas.add(plain($ref.split('/').at(-1)));
    },
    Root: {
      leave({ tags = [] }, { report, location }) {
        for (const [i, { name }] of tags.entries())
          if (schemas.has(plain(name)))
            report({ message: `The tag ${name} has the name of a schema.`, location: location.child(['tags', i]) });
      },
    },
  };
}

/** A JSON body needs an `examples` map instead of an unnamed `example`. */
function namedExamples() {
  return {
    MediaType(mediaType, { report, location }) {
      if (Object.keys(mediaType.examples ?? {}).length === 0)
        report({ message: 'A request or response body must have named examples.', location });
    },
  };
}

/** Every body has a limit in the contract. */
function bodyLimit() {
  return ofTheApi({
    Operation(operation, { report, location }) {
      if (operation.requestBody !== undefined && !Number.isInteger(operation['x-body-limit']))
        report({ message: 'An operation with a body must give `x-body-limit` in bytes.', location });
    },
  });
}

/** An operation that partners call states its rate limits. */
function statedRateLimits() {
  return ofTheApi({
    Operation(operation, { report, location }) {
      const isLimited = operation['x-rate-limit'] !== undefined;
      if (operation.security?.length > 0 && !isLimited)
        report({
          message: 'An operation with security must name its policies in `x-rate-limit`: [partner], for example.',
          location,
        });
    },
  });
}

/** Names in JSON are snake_case. Header parameters and array parameters in brackets are exempt. */
function snakeCaseProperties() {
  return {
    Schema(schema, { report, location }) {
      for (const name of Object.keys(schema.properties ?? {}))
        if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name))
          report({
            message: `The property ${name} must be snake_case.`,
            location: location.child(['properties', name]),
          });
    },
  };
}

/** Runtime expressions (OpenAPI 3.1) that the conformance kit evaluates. */
const LINK_VALUE = /^\$(request\.path\.|(request|response)\.body#\/)/;

/** A link leads to an operation of the contract, with valid and all required parameters. */
function linkTargets() {
  const operations = new Map();
  const links = [];
  return {
    Paths: {
      PathItem: {
        Operation(operation, { resolve }) {
          operations.set(
            operation.operationId,
            (operation.parameters ?? []).map((parameter) => resolve(parameter).node ?? parameter),
          );
        },
      },
    },
    Link(link, { location }) {
      links.push({ link, location });
    },
    Root: {
      leave(_root, { report }) {
        for (const { link, location } of links) {
          const parameters = operations.get(link.operationId);
          if (parameters === undefined) {
            report({
              message: `There is no operation ${link.operationId}.`,
              location: location.child('operationId'),
            });
            continue;
          }
          for (const [name, value] of Object.entries(link.parameters ?? {}))
            if (!LINK_VALUE.test(value))
              report({
                message: 'A link takes a value from `$request.path.`, `$request.body#/` or `$response.body#/`.',
                location: location.child(['parameters', name]),
              });
          const given = Object.keys(link.parameters ?? {});
          for (const name of given.filter((one) => !parameters.some((parameter) => parameter.name === one)))
            report({
              message: `${link.operationId} has no parameter ${name}.`,
              location: location.child(['parameters', name]),
            });
          // A whole URL contains its parameters.
          if (link['x-link-url'] !== undefined) continue;
          for (const { name, required } of parameters)
            if (required && !given.includes(name))
              report({ message: `${link.operationId} needs the parameter ${name}.`, location });
        }
      },
    },
  };
}

/** Required parameters of an operation come from the response of another operation, with a link to follow. */
function linkedOperations() {
  const requiring = new Map();
  const linked = new Set();
  return {
    Paths: {
      PathItem: {
        Operation({ operationId, parameters = [], responses = {} }, { resolve, location }) {
          const required = parameters
            .map((parameter) => resolve(parameter).node ?? parameter)
            .filter((parameter) => parameter.required)
            .map(({ name }) => name);
          if (required.length > 0) requiring.set(operationId, { required, location });
          for (const response of Object.values(responses)) {
            const { node = response, location: at } = resolve(response);
            for (const link of Object.values(node.links ?? {})) {
              const target = resolve(link, (at ?? location).source.absoluteRef).node ?? link;
              if (target.operationId !== operationId) linked.add(target.operationId);
            }
          }
        },
      },
    },
    Root: {
      leave(_root, { report }) {
        for (const [operationId, { required, location }] of requiring) {
          if (linked.has(operationId)) continue;
          const name = operationId.replace(/^[a-z]+/, '');
          const values = required.map((each) => `    ${each}: $response.body#/${each}`).join('\n');
          report({
            message:
              `No answer of another operation links to ${operationId}, which requires ${required.join(' and ')}. ` +
              `Add a link to spec/components/links.yaml, for example\n\n` +
              `${name}:\n  description: …\n  operationId: ${operationId}\n  parameters:\n${values}\n\n` +
              'and refer to it under `links` of the answer that has the value (`createWebhook` in ' +
              'spec/paths/v2-webhooks.yaml does so).',
            location: location.child('operationId'),
          });
        }
      },
    },
  };
}

/** A deprecated operation states the times of its deprecation and of its removal, which its responses repeat. */
function statedDeprecation() {
  return ofTheApi({
    Operation(operation, { report, location }) {
      const { since, sunset } = operation['x-deprecation'] ?? {};
      if ((operation.deprecated === true) !== (since !== undefined))
        report({
          message: 'An operation must have both `deprecated: true` and `x-deprecation`, or neither.',
          location,
        });
      if (since > sunset)
        report({ message: '`sunset` must not be before `since`.', location: location.child('x-deprecation') });
    },
  });
}

/** Test clients must know the environment of each server. */
function serverEnvironments() {
  const environments = ['sandbox', 'staging', 'production'];
  return {
    Server(server, { report, location }) {
      if (!environments.includes(server['x-environment']))
        report({
          message: `A server must say in x-environment what it is: ${environments.join(', ')}.`,
          location,
        });
      if (!/^https?:\/\/[^/]+$/.test(server['x-app-url']))
        report({ message: 'A server must say in x-app-url where its users go, without a slash at its end.', location });
    },
  };
}

/** Declares the naming rules of a schema and the problem codes, so that they can refer to other files. */
function withKeywords(types) {
  const text = { type: 'string' };
  const lists = ['words', 'abbreviations', 'only', 'whole', 'apart'];
  const words = Object.fromEntries(lists.map((name) => [name, 'NamingWords']));
  return {
    ...types,
    Schema: {
      ...types.Schema,
      properties: {
        ...types.Schema.properties,
        'x-naming-rules': 'NamingRules',
        'x-naming-warnings': 'NamingRules',
        'x-problems': 'ProblemCodes',
      },
    },
    ProblemCodes: { properties: {}, additionalProperties: 'ProblemEntry' },
    ProblemEntry: {
      properties: {
        status: {},
        title: {},
        explanation: {},
        operations: {},
        schema: 'Schema',
        headers: 'HeadersMap',
        examples: {},
      },
    },
    NamingRules: { properties: {}, additionalProperties: 'NamingRule' },
    NamingRule: {
      properties: { ...words, fullForms: 'FullForms', message: text, pattern: text, notPattern: text, sequences: {} },
    },
    NamingWords: { properties: {}, items: { type: 'string' } },
    FullForms: { properties: {}, additionalProperties: text },
  };
}

/** Figures with their units. */
const FIGURE = new RegExp(
  '(?<![\\w.])\\d+([,.]\\d+)*\\s+(a\\s+)?' +
    '(second|minute|hour|day|byte|[KM]iB|character|digit|item|id|asset|credential|microcredential|submission|request|' +
    'webhook|deliver|attempt|redirect|violation)\\w*',
  'gi',
);

/** Figures in texts that are not figures of the contract, each with the reason. */
const TOLD_BY_HAND = new Map([
  ['12 digits', 'it stands in the pattern of `X-Timestamp`, which nothing can be filled from'],
]);

/** A figure of the contract must not be typed in a text, where it would become outdated. Code is exempt. */
function filledFigures() {
  return {
    any(node, { report, location, resolve }) {
      for (const key of ['description', 'summary', 'explanation']) {
        const told = node?.[key];
        // The text of a guide is in a separate file.
        const { node: text, location: at } =
          told?.$ref === undefined ? { node: told, location: location.child(key) } : resolve(told);
        if (typeof text !== 'string') continue;
        for (const [figure] of text.replace(/```.*?```|`[^`]*`/gs, '').matchAll(FIGURE))
          if (!TOLD_BY_HAND.has(figure))
            report({
              message: `Fill in the figure of ${JSON.stringify(figure)} from its place: {{x-service/...}}, for example.`,
              location: at,
            });
      }
    },
  };
}

/** A relation of an operation, and the parent of a resource, have names that `x-resources` declares. */
function declaredResources() {
  let declared = {};
  const check = (names, { report, location }) => {
    for (const name of names)
      if (name !== undefined && declared[name] === undefined)
        report({ message: `x-resources in spec/openapi.yaml does not declare ${name}.`, location });
  };
  return {
    Root(root, context) {
      declared = root['x-resources'];
      check(
        Object.values(declared).map(({ of }) => of),
        { ...context, location: context.location.child('x-resources') },
      );
    },
    Operation({ 'x-resource': relation = {} }, context) {
      const emitted = (relation.emits ?? []).map(({ creates }) => creates);
      check([...acts.map((act) => relation[act]), ...emitted], context);
    },
  };
}

/** An operation on resources declares its relation, or the reason why it has none. The message proposes a relation. */
function declaredRelations() {
  let path = '';
  return {
    PathItem: {
      enter: (_, { key }) => {
        path = String(key);
      },
    },
    Paths: {
      Operation(operation, { report, location, key: method, resolve }) {
        const [, success = {}] = Object.entries(operation.responses ?? {}).find(([code]) => code.startsWith('2')) ?? [];
        const { content = {} } = resolve(success).node ?? success;
        const schema = content['application/json']?.schema ?? {};
        const { properties = {} } = resolve(schema).node ?? schema;
        const list = Object.keys(properties).find(
          (name) => (resolve(properties[name]).node ?? properties[name]).type === 'array',
        );
        const creates = operation.responses?.['201'] !== undefined;
        if (operation['x-resource'] !== undefined || !(path.includes('{') || creates || list !== undefined)) return;
        const act = { put: 'replaces', delete: 'ends' }[method] ?? (creates ? 'creates' : list ? 'lists' : 'reads');
        const segments = path.split('/').filter((segment) => !segment.startsWith('{'));
        const name = (segments.at(-1) ?? '')
          .replace(/\.json$/, '')
          .replace(/ies$/, 'y')
          .replace(/(?<![su])s$/, '')
          .replace(/(^|_)(.)/g, (_, __, first) => first.toUpperCase());
        const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => `$request.path.${parameter}`);
        const isOfItem = path.endsWith('}');
        const places = {
          id: creates ? '$response.body#/id' : isOfItem ? parameters.at(-1) : undefined,
          of: isOfItem ? parameters.at(-2) : parameters.at(-1),
          items: act === 'lists' ? `$response.body#/${list}` : undefined,
        };
        const given = Object.entries({ [act]: name, ...places }).filter(([, value]) => value !== undefined);
        report({
          message:
            'The operation must declare its resource, so that the conformance kit checks it. For example: ' +
            `x-resource: { ${given.map((pair) => pair.join(': ')).join(', ')} }. Without a resource, give the reason: ` +
            'x-resource: { none: <reason> }.',
          location,
        });
      },
    },
  };
}

export default function contractRules() {
  return {
    id: 'contract',
    typeExtension: { oas3: withKeywords },
    rules: {
      oas3: {
        'operation-id-form': operationIdForm,
        'explicit-security': explicitSecurity,
        'stated-responses': statedResponses,
        'request-id-header': requestIdHeader,
        'closed-requests': closedRequests,
        'well-formed-texts': wellFormedTexts,
        'named-examples': namedExamples,
        'variant-examples': variantExamples,
        'distinct-tags': distinctTags,
        'body-limit': bodyLimit,
        'stated-rate-limits': statedRateLimits,
        'snake-case-properties': snakeCaseProperties,
        'link-targets': linkTargets,
        'linked-operations': linkedOperations,
        'server-environments': serverEnvironments,
        'stated-deprecation': statedDeprecation,
        'filled-figures': filledFigures,
        'keyword-forms': keywordForms,
        'declared-relations': declaredRelations,
        'declared-resources': declaredResources,
      },
      arazzo1: { 'keyword-forms': keywordForms },
    },
  };
}
