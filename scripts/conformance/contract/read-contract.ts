import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Contract, isObject, type Schema, targetOf } from '../../generate/contract.ts';
import { runRedocly } from '../../generate/redocly.ts';

/** Reads an OpenAPI 3.1 document, YAML or JSON, with all that it refers to. Rejects with why it is none. */
export async function readContract(file: string): Promise<Contract> {
  const folder = await mkdtemp(path.join(tmpdir(), 'contract-'));
  try {
    const output = path.join(folder, 'openapi.json');
    // From another folder: whatever configuration lies beside the document is not for us to run.
    const options = { env: { PATH: process.env['PATH'] }, cwd: folder };
    await runRedocly(['bundle', path.resolve(file), `--output=${output}`], options);
    const document = JSON.parse(await readFile(output, 'utf8'));
    if (!/^3\.1\./.test(String(document.openapi))) throw new Error('it is no OpenAPI 3.1.');
    return byDirection(document);
  } catch (error) {
    const { message } = error as Error;
    const reason = / - (.+)/.exec(message)?.[1] ?? message.trim().split('\n').at(-1);
    throw new Error(`${file} cannot be read as a contract: ${reason}`, { cause: error });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What is added to the name of a schema where it stands in an answer. */
const ANSWER = '.answer';

const SCHEMAS = '#/components/schemas/';

/**
 * The document with each schema twice: in requests without what is read-only, in answers without asking for what is
 * write-only (OpenAPI 3.1, "Fixed Fields for use with JSON Schema"), so that one validator serves one direction.
 */
export function byDirection(document: Contract): Contract {
  const { components, paths, ...rest } = document;
  const schemas = components?.schemas ?? {};
  const answers = Object.entries(schemas).map(([name, schema]) => [`${name}${ANSWER}`, part(schema, true)]);
  return {
    ...rest,
    paths: part(paths, false),
    components: {
      ...(part({ ...components, schemas: {} }, false) as Contract['components']),
      schemas: { ...(part(schemas, false) as Contract['components']['schemas']), ...Object.fromEntries(answers) },
    },
  } as Contract;

  function part(value: unknown, isAnswer: boolean): unknown {
    if (Array.isArray(value)) return value.map((each) => part(each, isAnswer));
    if (typeof value === 'string' && isAnswer && value.startsWith(SCHEMAS)) return value + ANSWER;
    if (!isObject(value)) return value;
    // In one document each would be resolved against another base than its reference: what it says is not judged.
    const { $id, $dynamicRef, $dynamicAnchor, ...schema } = value;
    const { properties, required } = schema as Schema;
    const names = isObject(properties) ? Object.keys(properties) : [];
    const absent = names.filter((name) => isOnly(isAnswer ? 'writeOnly' : 'readOnly', properties?.[name]));
    return Object.fromEntries(
      Object.entries(schema).map(([name, each]) => {
        if (name === 'responses') return [name, part(each, true)];
        if (each === required && Array.isArray(each)) return [name, each.filter((one) => !absent.includes(one))];
        if (each !== properties || !isObject(each)) return [name, part(each, isAnswer)];
        const left = Object.entries(each).filter(([one]) => isAnswer || !absent.includes(one));
        return [name, Object.fromEntries(left.map(([one, member]) => [one, part(member, isAnswer)]))];
      }),
    );
  }

  function isOnly(direction: 'readOnly' | 'writeOnly', schema: Schema | undefined): boolean {
    if (schema?.[direction] === true) return true;
    return schema?.$ref !== undefined && isOnly(direction, targetOf(document, schema.$ref) as Schema);
  }
}
