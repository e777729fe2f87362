import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type Contract,
  isObject,
  type Operation,
  type Parameter,
  type Reference,
  type Response,
  resolve,
  type Schema,
  targetOf,
} from '../../generate/contract.ts';
import { runRedocly } from '../../generate/redocly.ts';

/** Reads an OpenAPI 3.1 document (YAML or JSON) and bundles its external references. Rejects if it is invalid. */
export async function readContract(file: string): Promise<Contract> {
  const folder = await mkdtemp(path.join(tmpdir(), 'contract-'));
  try {
    const output = path.join(folder, 'openapi.json');
    // Redocly runs in an empty folder, so that a configuration file next to the document is not executed.
    const options = { env: { PATH: process.env['PATH'] }, cwd: folder };
    await runRedocly(['bundle', path.resolve(file), `--output=${output}`], options);
    const document = JSON.parse(await readFile(output, 'utf8'));
    if (!/^3\.1\./.test(String(document.openapi))) throw new Error('it is not an OpenAPI 3.1 document.');
    return complete(byDirection(document));
  } catch (error) {
    const { message } = error as Error;
    const reason = / - (.+)/.exec(message)?.[1] ?? message.trim().split('\n').at(-1);
    throw new Error(`${file} cannot be read as a contract: ${reason}`, { cause: error });
  } finally {
    await rm(folder, { recursive: true });
  }
}

const ANSWER = '.answer';
const SCHEMAS = '#/components/schemas/';

/** Returns the document with two versions of each schema: without read-only properties, and for responses. */
export function byDirection(document: Contract): Contract {
  const { schemas = {}, ...components } = document.components ?? {};
  const answers = Object.entries(schemas).map(([name, schema]) => [`${name}${ANSWER}`, part(schema, true)]);
  return {
    ...document,
    paths: part(document.paths, false),
    components: {
      ...(part(components, false) as object),
      schemas: { ...(part(schemas, false) as object), ...Object.fromEntries(answers) },
    },
  } as Contract;

  function part(value: unknown, isAnswer: boolean): unknown {
    if (Array.isArray(value)) return value.map((each) => part(each, isAnswer));
    if (typeof value === 'string' && isAnswer && value.startsWith(SCHEMAS)) return value + ANSWER;
    if (!isObject(value)) return value;
    // These keywords change how references are resolved, which a bundled document cannot express.
    const { $id, $dynamicRef, $dynamicAnchor, ...schema } = value;
    const { properties, required } = schema as Schema;
    const isAbsent = (name: string) =>
      isObject(properties) && isOnly(isAnswer ? 'writeOnly' : 'readOnly', properties[name]);
    return Object.fromEntries(
      Object.entries(schema).map(([name, each]) => {
        if (name === 'responses') return [name, part(each, true)];
        if (each === required && Array.isArray(each)) return [name, each.filter((one) => !isAbsent(one))];
        if (each !== properties || !isObject(each)) return [name, part(each, isAnswer)];
        const left = Object.entries(each).filter(([one]) => isAnswer || !isAbsent(one));
        return [name, Object.fromEntries(left.map(([one, property]) => [one, part(property, isAnswer)]))];
      }),
    );
  }

  function isOnly(direction: 'readOnly' | 'writeOnly', schema: Schema | undefined): boolean {
    if (schema?.[direction] === true) return true;
    return schema?.$ref !== undefined && isOnly(direction, targetOf(document, schema.$ref) as Schema);
  }
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** Completes the operations of a document: adds shared parameters, and a missing `operationId` or `security`. */
export function complete(given: Partial<Contract>): Contract {
  const document = {
    ...given,
    servers: given.servers ?? [],
    components: { ...given.components, schemas: given.components?.schemas ?? {} },
  } as Contract & Pick<Operation, 'security'>;
  const parametersIn = (list: unknown = []) =>
    (list as (Parameter | Reference)[]).map((one): [string, Parameter | Reference] => {
      const parameter: Omit<Parameter, 'schema'> & Partial<Pick<Parameter, 'schema'>> & Pick<Response, 'content'> =
        resolve<Parameter>(document, one);
      const [content] = Object.values(parameter.content ?? {});
      const isComplete = isObject(parameter.schema);
      return [`${parameter.in} ${parameter.name}`, isComplete ? one : { ...parameter, schema: content?.schema ?? {} }];
    });
  const paths = Object.entries(given.paths ?? {}).map(([path, reference]) => {
    const item: Record<string, unknown> = resolve(document, reference);
    const operations = Object.entries(item).filter(([method]) => METHODS.has(method));
    const complete = operations.map(([method, each]) => {
      const operation = each as Partial<Operation>;
      const parameters = new Map([...parametersIn(item['parameters']), ...parametersIn(operation.parameters)]);
      return [
        method,
        {
          ...operation,
          operationId: operation.operationId ?? `${method} ${path}`.replace(/\W+/g, '_'),
          security: operation.security ?? document.security ?? [],
          parameters: [...parameters.values()],
          ...(operation.requestBody && { requestBody: resolve(document, operation.requestBody) }),
          responses: Object.fromEntries(
            Object.entries(operation.responses ?? {}).filter(([status]) => !status.startsWith('x-')),
          ),
        },
      ];
    });
    return [path, Object.fromEntries(complete)];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}
