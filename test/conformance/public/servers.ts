/** A third-party server that the kit checks, with a public contract or a contract that its framework generates. */
export interface PublicServer {
  name: string;
  language: string;
  licence: string;
  tools: readonly string[];
  install: string;
  /** Shell command that starts the server on `$PORT`. */
  start: string;
  /** File name of the contract in the server's folder, or the URL path (`/...`) that returns the contract. */
  contract: string;
  /** Headers that authenticate requests. Names have the letter case of the contract, as Schemathesis requires. */
  headers: Readonly<Record<string, string>>;
  /** Keys of `faultsOf` in faults.ts. */
  faults: readonly string[];
  /** Known defects of the server, with the mismatches that they cause. Any other finding is a false finding. */
  defects: Readonly<Record<string, RegExp>>;
}

const OF_RESPONSES = [
  'a property of another type',
  'a missing property',
  'another success status',
  'a 500 response to an invalid request',
] as const;

const OF_MOCKS = [
  'a property of another type',
  'a success response that is not JSON',
  'another success status',
  'a 500 response to an invalid request',
  'requests without credentials are accepted',
];

export const servers: readonly PublicServer[] = [
  {
    name: 'Petstore (oapi-codegen, echo)',
    language: 'Go',
    licence: 'Apache-2.0',
    tools: ['go'],
    install:
      'GOBIN=$PWD go install github.com/deepmap/oapi-codegen/examples/petstore-expanded/echo@v1.11.0 && ' +
      'cp $(go env GOMODCACHE)/github.com/deepmap/oapi-codegen@v1.11.0/examples/petstore-expanded/petstore-expanded.yaml .',
    start: 'exec ./echo --port $PORT',
    contract: 'petstore-expanded.yaml',
    headers: {},
    faults: [...OF_RESPONSES, 'a created resource that cannot be read'],
    defects: {
      'addPet returns 201. The contract documents 200.': /^The response must be .*200, but is 201\.$/,
      'Errors of the request validation have no `code`, and the response with status 201 is not an error.':
        /^Body violates required: (code|message) is missing\.$/,
      'The list of an empty store is `null`.': /^Body violates type: must be array\.$/,
      'The server rejects a media type in upper case.': /^The response must be 200, but is 400\.$/,
    },
  },
  {
    name: 'To-do (FastAPI)',
    language: 'Python',
    licence: 'MIT',
    tools: ['python3'],
    install: 'python3 -m venv venv && venv/bin/pip install --quiet fastapi==0.165.0 uvicorn==0.54.0',
    start: 'exec venv/bin/uvicorn --app-dir $PROGRAMS todo:app --port $PORT --log-level warning',
    contract: '/openapi.json',
    headers: { 'X-API-Key': 'todo-key' },
    faults: [
      ...OF_RESPONSES,
      'requests without credentials are accepted',
      'a deleted resource that can still be read',
      'an update that is not stored',
    ],
    defects: {
      'The server cannot write a response that contains half of a surrogate pair.':
        /^The response must be (200|422), but is 500\.$/,
      'As above.': /^The contract documents no status 500 for this operation\.$/,
    },
  },
  {
    name: 'Train travel (Prism)',
    language: 'JavaScript',
    licence: 'MIT (contract: the licence in its `info`), Apache-2.0 (server)',
    tools: ['npm'],
    install: 'npm init -y && npm install --ignore-scripts @readme/oas-examples@8.2.2 @stoplight/prism-cli@5.14.2',
    start:
      'exec node_modules/.bin/prism mock --port $PORT node_modules/@readme/oas-examples/3.1/json/train-travel.json',
    contract: 'node_modules/@readme/oas-examples/3.1/json/train-travel.json',
    headers: { Authorization: 'Bearer of-a-traveller' },
    // Omits the fault `a missing property`, because the schemas of the contract require no properties.
    faults: OF_MOCKS,
    defects: {
      'Prism rejects text that is not JSON with a body of its own.': /^Content-Type must be application\/problem\+json/,
      'Prism accepts `null` as any body.': /^The response must be 400( or 429)?, but is 200\.$/,
    },
  },
  {
    name: 'Notes (huma)',
    language: 'Go',
    licence: 'MIT',
    tools: ['go'],
    install:
      'cp $PROGRAMS/notes.go main.go && rm -f go.mod go.sum && go mod init notes && ' +
      'go get github.com/danielgtaylor/huma/v2@v2.37.2 && go build -o notes .',
    start: 'exec ./notes',
    contract: '/openapi.json',
    headers: {},
    faults: [
      ...OF_RESPONSES,
      'a created resource that cannot be read',
      'a deleted resource that can still be read',
      'an update that is not stored',
    ],
    defects: {
      'huma rejects a media type in upper case.': /^The response must be 20[01], but is 415\.$/,
      'huma accepts `null` for a list.': /^The response must be .*422.*, but is 20[01]\.$/,
    },
  },
  {
    name: 'Books (poem)',
    language: 'Rust',
    licence: 'MIT or Apache-2.0',
    tools: ['cargo'],
    install:
      'rm -f Cargo.toml && cargo init --quiet --vcs none --name books && cp $PROGRAMS/books.rs src/main.rs && ' +
      'cargo add --quiet poem@=3.1.12 poem-openapi@=5.1.16 && ' +
      'cargo add --quiet tokio@=1.54.1 --features macros,rt-multi-thread && cargo build --quiet',
    start: 'exec target/debug/books',
    contract: '/openapi.json',
    headers: { Authorization: `Basic ${Buffer.from('reader:books').toString('base64')}` },
    faults: [
      ...OF_RESPONSES,
      'requests without credentials are accepted',
      'a created resource that cannot be read',
      'a deleted resource that can still be read',
    ],
    defects: { 'poem accepts a number or a boolean as a string.': /^The response must be 400, but is 201\.$/ },
  },
  {
    name: 'Galaxy (Prism)',
    language: 'JavaScript',
    licence: 'MIT (contract), Apache-2.0 (server)',
    tools: ['npm'],
    install: 'npm init -y && npm install --ignore-scripts @scalar/galaxy@0.6.12 @stoplight/prism-cli@5.14.2',
    start: 'exec node_modules/.bin/prism mock --port $PORT node_modules/@scalar/galaxy/dist/3.1.yaml',
    contract: 'node_modules/@scalar/galaxy/dist/3.1.yaml',
    headers: { Authorization: 'Bearer of-a-traveller' },
    faults: OF_MOCKS,
    defects: {
      'Prism stores nothing.':
        /must be the stored value|was used before|The response must be 404, but is 20[04]|the requested planets|deleted planets/,
      'The example of `Location` has another identifier.': /Location must identify the same resource/,
      'Prism ends an example of a recursive schema with an empty object.':
        /\/orbit\/planet violates required: (id|name) is missing\.$/,
      'Prism requires a read-only property of a nested object in a request.':
        /^The response must be (200|201|200 or 404), but is 400\.$/,
      'Prism rejects wrong paths with 422.': /^The contract documents no status 422 for this operation\.$/,
      'Prism accepts `null` as any body.': /^The response must be (400|400 or 429|422 or 400 or 409), but is 20[01]\.$/,
    },
  },
];
