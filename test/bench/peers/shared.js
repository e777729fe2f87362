// What the peers have in common: the contract's schema of an education, a token that is looked up, and one answer.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const Ajv2020 = require('ajv/dist/2020.js').default;
const addFormats = require('ajv-formats').default;

const read = (file) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
export const contract = read('../../../generated/openapi.json');
export const link = read('answer.json');
export const path = '/api/partner/v1/add/education.json';
export const port = Number(process.env.PORT);

/** Not strict: the contract has keywords of its own, which only our server knows. */
export const createAjv = () => addFormats(new Ajv2020({ strict: false, validateSchema: false }));

export const validate = createAjv()
  .addSchema(contract, 'contract')
  .compile({ $ref: 'contract#/components/schemas/EducationSubmission' });

const tokens = new Map([[`Bearer ${process.env.TOKEN}`, { clientId: 'sandbox-partner' }]]);
export const partnerOf = (authorization) => tokens.get(authorization);
