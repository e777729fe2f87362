import { _, type Ajv2020, type KeywordCxt } from 'ajv/dist/2020.js';

/**
 * The contract's own keywords, for what JSON Schema cannot say. Each compiles to a call of the rule of that name on the
 * validator's `this` (`ContractRules` in generated/validators.d.ts), so that the generated code depends on nothing.
 */
export function addContractKeywords(ajv: Ajv2020): void {
  // Annotations: they say something to people and to other tools, and check nothing.
  ajv.addVocabulary(['x-message', 'x-problems', 'x-value', 'x-serves', 'x-go-type', 'example']);

  const check = (keyword: string, type: 'string' | 'array', rule: (cxt: KeywordCxt) => ReturnType<typeof _>) =>
    ajv.addKeyword({ keyword, type, code: (cxt) => cxt.fail(_`!${rule(cxt)}`), error: { message: keyword } });

  // An annotation to JSON Schema. The contract promises that a string with the content of a JSON object holds one.
  ajv.removeKeyword('contentMediaType');
  check('contentMediaType', 'string', ({ data, schema, parentSchema }) =>
    schema === 'application/json' && parentSchema['contentSchema']?.type === 'object'
      ? _`this.jsonObject(${data})`
      : _`true`,
  );
  /** A string has at most so many bytes in UTF-8. */
  check('x-max-bytes', 'string', ({ data, schema }) => _`this.maxBytes(${data}, ${schema})`);
  /** A string holds no half of a pair of surrogates (RFC 8259, section 8.2). */
  check('x-well-formed', 'string', ({ data }) => _`this.wellFormed(${data})`);
  /** The host of a URL is one of the domains registered for the partner. */
  check('x-registered-domain', 'string', ({ data }) => _`this.registeredDomain(${data})`);
  /** A URL is https; outside production, http to a loopback host will do. */
  check('x-https', 'string', ({ data }) => _`this.https(${data})`);
  /** The host of a URL is no special address; outside production, a loopback host will do. */
  check('x-public-address', 'string', ({ data }) => _`this.publicAddress(${data})`);
  /** An array that is not empty needs a scope. */
  check('x-required-scope', 'array', ({ data, schema }) => _`(${data}.length === 0 || this.granted(${schema}))`);

  /** A name that is none: each rule that it breaks is reported. */
  ajv.addKeyword({
    keyword: 'x-naming-rules',
    type: 'string',
    code(cxt) {
      const broken = cxt.gen.const('broken', _`this.brokenNamingRules(${cxt.data}, ${cxt.schemaValue})`);
      cxt.gen.forOf('rule', broken, (rule) => {
        cxt.setParams({ rule });
        cxt.error();
      });
    },
    error: { message: 'x-naming-rules', params: ({ params }) => _`{rule: ${params['rule']}}` },
  });

  /** Rules over several members report where they are broken: `params.at` holds pointers relative to the value. */
  const locate = (keyword: string, rule: (cxt: KeywordCxt) => ReturnType<typeof _>) =>
    ajv.addKeyword({
      keyword,
      type: 'object',
      code(cxt) {
        const at = cxt.gen.const('at', rule(cxt));
        cxt.setParams({ at });
        cxt.fail(_`${at}.length > 0`);
      },
      error: { message: keyword, params: ({ params }) => _`{at: ${params['at']}}` },
    });

  /** No item of the array member `items` stands in the string member `text` as whole words. */
  locate('x-disjoint', ({ data, schemaValue }) => _`this.disjoint(${data}, ${schemaValue})`);
  /** For each set of paths, the values found there are all different; `*` stands for every item. */
  locate('x-unique', ({ data, schemaValue }) => _`this.unique(${data}, ${schemaValue})`);
}
