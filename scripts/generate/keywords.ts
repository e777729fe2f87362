import { _, type Ajv2020, type KeywordCxt } from 'ajv/dist/2020.js';

/**
 * Adds the contract's extension keywords for rules that JSON Schema cannot express. Each keyword compiles to a method
 * call on the validator's `this` (`ContractRules` in generated/validators.d.ts), so that the generated code has no
 * dependencies.
 */
export function addContractKeywords(ajv: Ajv2020): void {
  // These keywords are annotations for people and other tools. They do not validate anything.
  ajv.addVocabulary('x-message x-naming-warnings x-problems x-value x-challenge x-serves x-go-type example'.split(' '));

  const check = (keyword: string, type: 'string' | 'array', rule: (cxt: KeywordCxt) => ReturnType<typeof _>) =>
    ajv.addKeyword({ keyword, type, code: (cxt) => cxt.fail(_`!${rule(cxt)}`), error: { message: keyword } });

  // JSON Schema defines this keyword as an annotation. The contract uses it to require a JSON object in a string.
  ajv.removeKeyword('contentMediaType');
  check('contentMediaType', 'string', ({ data, schema, parentSchema }) =>
    schema === 'application/json' && parentSchema['contentSchema']?.type === 'object'
      ? _`this.jsonObject(${data})`
      : _`true`,
  );
  /** x-extensible-enum lists the values in this version of the contract. */
  ajv.addKeyword({ keyword: 'x-extensible-enum', macro: (values) => ({ enum: values }) });
  /** x-max-bytes limits the length of a string in UTF-8 bytes. */
  check('x-max-bytes', 'string', ({ data, schema }) => _`this.maxBytes(${data}, ${schema})`);
  /** x-well-formed rejects strings that contain unpaired surrogates (RFC 8259, section 8.2). */
  check('x-well-formed', 'string', ({ data }) => _`this.wellFormed(${data})`);
  /** x-registered-domain requires that the host of a URL is a registered domain of the partner. */
  check('x-registered-domain', 'string', ({ data }) => _`this.registeredDomain(${data})`);
  /** x-https requires an https URL. Outside production, it also accepts http URLs with a loopback host. */
  check('x-https', 'string', ({ data }) => _`this.https(${data})`);
  /** x-public-address rejects special-purpose addresses as hosts. Outside production, it accepts loopback hosts. */
  check('x-public-address', 'string', ({ data }) => _`this.publicAddress(${data})`);
  /** x-required-scope rejects a non-empty array if the caller does not have the scope. */
  check('x-required-scope', 'array', ({ data, schema }) => _`(${data}.length === 0 || this.granted(${schema}))`);

  /** x-naming-rules checks a name against all naming rules, and reports each violated rule. */
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

  /** Adds a keyword that compares properties. `params.at` has pointers to wrong properties, relative to the value. */
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

  /** x-disjoint rejects an item of the array property `items` that occurs as whole words in the string `text`. */
  locate('x-disjoint', ({ data, schemaValue }) => _`this.disjoint(${data}, ${schemaValue})`);
  /** x-unique requires unique values within each set of paths. `*` matches every item. */
  locate('x-unique', ({ data, schemaValue }) => _`this.unique(${data}, ${schemaValue})`);
}
