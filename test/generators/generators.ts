import path from 'node:path';
import { root } from '../../scripts/root.ts';

/** Commands that compile and run the client from a generator. They run in the folder of the chapter in the guide. */
export interface Generator {
  /** Heading in the guide. */
  title: string;
  /** Commands that must be installed. */
  tools: readonly string[];
  /** Path of the generator's output file or folder. */
  output: string;
  /** File name of the test program in `programs/`. The test copies the program to `place`. */
  program: string;
  place: string;
  /** Path to which the test copies the example in the guide. */
  example: string;
  compile: string;
  /** Returns the command that runs the program or the example at the given path. */
  run(place: string): string;
}

const typeRoots = path.join(root, 'node_modules', '@types');

const typescript = {
  place: 'calls.ts',
  example: 'example.ts',
  compile: `
    tsc --ignoreConfig --noEmit --strict --target es2022 --lib es2023,dom --module esnext --moduleResolution bundler \
      --typeRoots '${typeRoots}' --types node calls.ts example.ts
    esbuild --bundle --platform=node --format=esm --outdir=. --out-extension:.js=.mjs --log-level=warning calls.ts example.ts`,
  run: (place: string) => `node ${place.replace('.ts', '.mjs')}`,
};

/** Returns the command that runs a Go program. The compiler names the binary after the program's folder. */
const runBuilt = (place: string) => `bin/${place.split('/').at(-2)}`;

export const generators: readonly Generator[] = [
  {
    title: 'OpenAPI Generator, Python',
    tools: ['python3', 'java'],
    output: 'python',
    program: 'openapi_generator_python.py',
    place: 'calls.py',
    example: 'example.py',
    compile: '.venv/bin/python -m compileall -q python',
    run: (place) => `PYTHONPATH=python .venv/bin/python ${place}`,
  },
  {
    ...typescript,
    title: 'OpenAPI Generator, TypeScript',
    tools: ['python3', 'java'],
    output: 'typescript',
    program: 'openapi-generator-typescript.ts',
  },
  {
    title: 'OpenAPI Generator, Go',
    tools: ['python3', 'java', 'go'],
    output: 'go',
    program: 'openapi-generator-go.go',
    place: 'go/cmd/calls/main.go',
    example: 'go/cmd/example/main.go',
    compile: 'cd go && go vet . && go build -o ../bin/ ./cmd/...',
    run: runBuilt,
  },
  {
    title: 'OpenAPI Generator, Java',
    tools: ['python3', 'java', 'javac', 'mvn'],
    output: 'java',
    program: 'OpenapiGeneratorJava.java',
    place: 'OpenapiGeneratorJava.java',
    example: 'Example.java',
    compile: `javac -proc:none -nowarn -d classes -cp 'lib/*' \
$(find java/src/main -name '*.java') OpenapiGeneratorJava.java Example.java`,
    run: (place) => `java -cp 'classes:lib/*' ${place.replace('.java', '')}`,
  },
  {
    title: 'oapi-codegen',
    tools: ['go'],
    output: 'partner',
    program: 'oapi-codegen.go',
    place: 'cmd/calls/main.go',
    example: 'cmd/example/main.go',
    compile: 'go vet ./partner && go build -o bin/ ./cmd/...',
    run: runBuilt,
  },
  {
    title: 'openapi-python-client',
    tools: ['python3'],
    output: 'partner_credentials',
    program: 'openapi_python_client.py',
    place: 'calls.py',
    example: 'example.py',
    compile: '.venv/bin/python -m compileall -q partner_credentials',
    run: (place) => `.venv/bin/python ${place}`,
  },
  {
    ...typescript,
    title: '@hey-api/openapi-ts',
    tools: ['npm'],
    output: 'client',
    program: 'hey-api.ts',
  },
  {
    title: 'datamodel-codegen',
    tools: ['python3'],
    output: 'models.py',
    program: 'datamodel_codegen.py',
    place: 'calls.py',
    example: 'example.py',
    compile: '.venv/bin/python -m compileall -q models.py',
    run: (place) => `.venv/bin/python ${place}`,
  },
];
