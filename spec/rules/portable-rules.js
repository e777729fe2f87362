// Our lint rules for the portable bundle. redocly.portable.yaml enables them.

/** The document is ASCII. Some YAML parsers reject unescaped control characters, such as U+0080. */
function ascii() {
  return {
    Root(_root, { report, location }) {
      const [unit] = /[^\n\x20-\x7E]/u.exec(location.source.body) ?? [];
      if (unit !== undefined)
        report({ message: `The document must be ASCII, but contains ${JSON.stringify(unit)}.`, location });
    },
  };
}

/**
 * Syntax that RE2 or a regular expression library of Rust, Ruby, Java, or Python rejects or reads differently: special
 * groups, such as lookarounds; backreferences, Unicode escapes, and other rare escapes; characters above \x7E; brackets
 * and set operators in a class; `[]` and `[^]`.
 */
const UNCOMMON =
  /\(\?(?!:)|\\[^DSWdswbfnrtx\W]|\\x(7F|[89A-F].)|[^\x20-\x7E]|\[\^?\]|(?<!\\)\[(\\.|[^\]\\])*?(\[|&&|--|~~)/iu;

/** The common regular expression libraries accept every pattern. Dates have no pattern, because clients parse them. */
function commonPatterns() {
  return {
    Schema({ format = '', pattern }, { report, location }) {
      if (pattern === undefined) return;
      const at = location.child('pattern');
      const [syntax] = UNCOMMON.exec(pattern) ?? [];
      if (syntax !== undefined)
        report({ message: `Some libraries do not support ${syntax} in a pattern.`, location: at });
      if (format.startsWith('date')) report({ message: `A ${format} must not have a pattern.`, location: at });
    },
  };
}

/** Keywords that few generators support, or that make a schema more than one type. */
const SPECIAL = [
  'oneOf',
  'anyOf',
  'allOf',
  'not',
  'if',
  'discriminator',
  'prefixItems',
  'contains',
  'patternProperties',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contentMediaType',
  'contentSchema',
];

/** Schemas are objects, lists, or values of one type, or null. URLs are strings, which clients do not parse. */
function plainSchemas() {
  return {
    Schema(schema, { report, location }) {
      for (const keyword of SPECIAL.filter((each) => schema[each] !== undefined))
        report({ message: `The portable bundle must not contain ${keyword}.`, location: location.child(keyword) });
      if (schema.const !== undefined && typeof schema.const !== 'string')
        report({ message: 'A constant must be a string.', location: location.child('const') });
      if (schema.format === 'uri')
        report({ message: 'A URL must be a plain string.', location: location.child('format') });
      const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
      if (types.length !== 1)
        report({ message: 'A schema must have one type, and optionally the type null.', location });
    },
  };
}

/** A schema in `components` is not a reference: some generators ignore the keywords next to `$ref`. */
function namedSchemas() {
  return {
    Components({ schemas = {} }, { report, location }) {
      for (const [name, schema] of Object.entries(schemas))
        if (schema.$ref !== undefined)
          report({
            message: `The schema ${name} must not be a reference.`,
            location: location.child(['schemas', name]),
          });
    },
  };
}

/** Objects in responses are open, because later versions can add properties. */
function openResponses() {
  return {
    Response: {
      Schema(schema, { report, location }) {
        if (schema.additionalProperties !== undefined)
          report({
            message: 'An object in a response must not restrict its properties.',
            location: location.child('additionalProperties'),
          });
      },
    },
  };
}

export default function portableRules() {
  return {
    id: 'portable',
    rules: {
      oas3: {
        ascii,
        'common-patterns': commonPatterns,
        'plain-schemas': plainSchemas,
        'named-schemas': namedSchemas,
        'open-responses': openResponses,
      },
    },
  };
}
