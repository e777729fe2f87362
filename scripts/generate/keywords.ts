import { _, type Ajv2020, type KeywordCxt } from 'ajv/dist/2020.js';

/**
 * Adds the contract's extension keywords for rules that JSON Schema cannot express. Each compiles to a call of the rule
 * of that name on the validator's `this` (`ContractRules` in generated/validators.d.ts), so that the generated code has
 * no dependencies.
 */
export function addContractKeywords(ajv: Ajv2020): void {
  // Annotations for people and other tools, which check nothing.
  ajv.addVocabulary(['x-message', 'x-problems', 'x-value', 'x-serves', 'x-go-type', 'example']);

  const check = (keyword: string, type: 'string' | 'array', rule: (cxt: KeywordCxt) => ReturnType<typeof _>) =>
    ajv.addKeyword({ keyword, type, code: (cxt) => cxt.fail(_`!${rule(cxt)}`), error: { message: keyword } });

  // An annotation in JSON Schema. The contract promises that a string with this keyword contains a JSON object.
  ajv.removeKeyword('contentMediaType');
  check('contentMediaType', 'string', ({ data, schema, parentSchema }) =>
    schema === 'application/json' && parentSchema['contentSchema']?.type === 'object'
      ? _`this.jsonObject(${data})`
      : _`true`,
  );
  /** A string has at most this number of bytes in UTF-8. */
  check('x-max-bytes', 'string', ({ data, schema }) => _`this.maxBytes(${data}, ${schema})`);
  /** A string contains no half surrogate pair (RFC 8259, section 8.2). */
  check('x-well-formed', 'string', ({ data }) => _`this.wellFormed(${data})`);
  /** The host of a URL is a registered domain of the partner. */
  check('x-registered-domain', 'string', ({ data }) => _`this.registeredDomain(${data})`);
  /** A URL is https or, outside production, http to a loopback host. */
  check('x-https', 'string', ({ data }) => _`this.https(${data})`);
  /** The host of a URL is not a special address. Outside production, loopback hosts are permitted. */
  check('x-public-address', 'string', ({ data }) => _`this.publicAddress(${data})`);
  /** A non-empty array needs a scope. */
  check('x-required-scope', 'array', ({ data, schema }) => _`(${data}.length === 0 || this.granted(${schema}))`);

  /** A name breaks no naming rule; each broken rule is reported. */
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

  /** Rules over several properties report their positions: `params.at` has pointers relative to the value. */
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

  /** No item of the array property `items` occurs in the string property `text` as whole words. */
  locate('x-disjoint', ({ data, schemaValue }) => _`this.disjoint(${data}, ${schemaValue})`);
  /** The values in each set of paths are unique; `*` is every item. */
  locate('x-unique', ({ data, schemaValue }) => _`this.unique(${data}, ${schemaValue})`);
}
