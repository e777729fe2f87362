import { _, type Ajv2020, type CodeKeywordDefinition, type KeywordCxt, Name, str } from 'ajv/dist/2020.js';

type Rule = (cxt: KeywordCxt) => ReturnType<typeof _>;

/** Adds the extension keywords in spec/README.md. Generated validators call the rules as methods of `this`. */
export function addContractKeywords(ajv: Ajv2020): void {
  // Declares keywords that validate nothing, because they are annotations for people and for tools other than Ajv.
  ajv.addVocabulary(
    'x-message x-paired-with x-problems x-value x-challenge x-serves x-thumbprint x-go-type example'.split(' '),
  );

  const check = (keyword: string, type: 'string' | 'array', rule: Rule) =>
    ajv.addKeyword({ keyword, type, code: (cxt) => cxt.fail(_`!${rule(cxt)}`), error: { message: keyword } });

  // Replaces this annotation of JSON Schema: the contract uses it to require a JSON object in a string.
  ajv.removeKeyword('contentMediaType');
  check('contentMediaType', 'string', ({ data, schema, parentSchema }) =>
    schema === 'application/json' && parentSchema['contentSchema']?.type === 'object'
      ? _`this.jsonObject(${data})`
      : _`true`,
  );
  ajv.addKeyword({ keyword: 'x-extensible-enum', macro: (values) => ({ enum: values }) });
  check('x-max-bytes', 'string', ({ data, schema }) => _`this.maxBytes(${data}, ${schema})`);
  check('x-well-formed', 'string', ({ data }) => _`this.wellFormed(${data})`);
  check('x-registered-domain', 'string', ({ data }) => _`this.registeredDomain(${data})`);
  check('x-https', 'string', ({ data }) => _`this.https(${data})`);
  check('x-public-address', 'string', ({ data }) => _`this.publicAddress(${data})`);
  check('x-ports', 'string', ({ data, schemaValue }) => _`this.allowedPort(${data}, ${schemaValue})`);
  check('x-required-scope', 'array', ({ data, schema }) => _`(${data}.length === 0 || this.granted(${schema}))`);

  for (const definition of [validAuthority, namingRules]) ajv.addKeyword(definition);
  ajv.addKeyword(warning('x-naming-warnings', 'string', 'warnAboutName'));
  ajv.addKeyword(warning('x-value-warnings', 'object', 'warnAboutValues'));
  ajv.addKeyword(comparison('x-disjoint', ({ data, schemaValue }) => _`this.disjoint(${data}, ${schemaValue})`));
  ajv.addKeyword(comparison('x-unique', ({ data, schemaValue }) => _`this.unique(${data}, ${schemaValue})`));
}

const validAuthority: CodeKeywordDefinition = {
  keyword: 'x-valid-authority',
  type: 'string',
  code(cxt) {
    const part = cxt.gen.const('part', _`this.invalidPart(${cxt.data})`);
    cxt.setParams({ part });
    cxt.fail(_`${part} !== null`);
  },
  error: { message: 'x-valid-authority', params: ({ params }) => _`{part: ${params['part']}}` },
};

const namingRules: CodeKeywordDefinition = {
  keyword: 'x-naming-rules',
  type: 'string',
  code(cxt) {
    const broken = cxt.gen.const('broken', _`this.brokenNamingRules(${cxt.data}, ${cxt.schemaValue})`);
    cxt.gen.forOf('rule', broken, (rule) => {
      cxt.setParams({ rule });
      cxt.error();
    });
  },
  error: { message: 'x-naming-rules', params: ({ params, data }) => _`{rule: ${params['rule']}, text: ${data}}` },
};

/** Generated validators call `method` with the value, the rules of the keyword, and the JSON Pointer of the value. */
const warning = (keyword: string, type: 'string' | 'object', method: string): CodeKeywordDefinition => ({
  keyword,
  type,
  code({ gen, data, schemaValue, it }) {
    const pointer = str`${new Name('instancePath')}${it.errorPath}`;
    gen.code(_`this.${new Name(method)}(${data}, ${schemaValue}, ${pointer})`);
  },
});

/** Returns a keyword whose errors contain the JSON Pointers of the violating properties in `params.at`. */
const comparison = (keyword: string, rule: Rule): CodeKeywordDefinition => ({
  keyword,
  type: 'object',
  code(cxt) {
    const at = cxt.gen.const('at', rule(cxt));
    cxt.setParams({ at });
    cxt.fail(_`${at}.length > 0`);
  },
  error: { message: keyword, params: ({ params }) => _`{at: ${params['at']}}` },
});
