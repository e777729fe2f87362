/** A server of a public contract, or of a contract that a public framework generates. */
export interface PublicServer {
  name: string;
  language: string;
  /** Licence of the installed package. */
  licence: string;
  /** Tools that must be installed. */
  tools: readonly string[];
  /** Shell commands that install the server in its own folder. */
  install: string;
  /** Shell command that starts the server on `$PORT`. */
  start: string;
  /** Contract: a file in the folder of the server, or a path of the server. */
  contract: string;
  /** Headers that authenticate requests. Schemathesis needs the names as in the contract. */
  headers: Readonly<Record<string, string>>;
  /** Names of the planted faults. See faults.ts. */
  faults: readonly string[];
  /** True defects of the server: each finding of a run without planted faults must match one of them. */
  defects: readonly { mismatch: RegExp; reason: string }[];
}

const OF_RESPONSES = [
  'a property of another type',
  'a missing property',
  'another success status',
  'a 500 response to an invalid request',
] as const;

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
    faults: [
      'a property of another type',
      'a missing property',
      'a 500 response to an invalid request',
      'another success status',
      'a created resource that cannot be read',
    ],
    defects: [
      {
        mismatch: /^The response must be .*200, but is 201\.$/,
        reason: 'addPet returns 201. The contract documents 200.',
      },
      {
        mismatch: /^Body violates required: (code|message) is missing\.$/,
        reason: 'Errors of the request validation have no `code`, and the response with status 201 is not an error.',
      },
      { mismatch: /^Body violates type: must be array\.$/, reason: 'The list of an empty store is `null`.' },
      {
        mismatch: /^The response must be 200, but is 400\.$/,
        reason: 'The server rejects a media type in upper case.',
      },
    ],
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
    defects: [
      {
        mismatch: /^The response must be (200|422), but is 500\.$/,
        reason: 'The server cannot write a response that contains half of a surrogate pair.',
      },
      { mismatch: /^The contract documents no status 500 for this operation\.$/, reason: 'As above.' },
    ],
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
    // The schemas of the contract require no properties, so a missing property is not a fault.
    faults: [
      'a property of another type',
      'a success response that is not JSON',
      'another success status',
      'a 500 response to an invalid request',
      'requests without credentials are accepted',
    ],
    defects: [
      {
        mismatch: /^Content-Type must be application\/problem\+json/,
        reason: 'Prism rejects text that is not JSON with a body of its own.',
      },
      { mismatch: /^The response must be 400( or 429)?, but is 200\.$/, reason: 'Prism accepts `null` as any body.' },
    ],
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
    defects: [
      { mismatch: /^The response must be 20[01], but is 415\.$/, reason: 'huma rejects a media type in upper case.' },
      { mismatch: /^The response must be .*422.*, but is 20[01]\.$/, reason: 'huma accepts `null` for a list.' },
    ],
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
    defects: [
      {
        mismatch: /^The response must be 400, but is 201\.$/,
        reason: 'poem accepts a number or a boolean as a string.',
      },
    ],
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
    faults: [
      'a property of another type',
      'a success response that is not JSON',
      'another success status',
      'a 500 response to an invalid request',
      'requests without credentials are accepted',
    ],
    defects: [
      {
        mismatch:
          /must be the stored value|was used before|The response must be 404, but is 20[04]|the requested planets|deleted planets/,
        reason: 'Prism stores nothing.',
      },
      {
        mismatch: /Location must identify the same resource/,
        reason: 'The example of `Location` has another identifier.',
      },
      {
        mismatch: /\/orbit\/planet violates required: (id|name) is missing\.$/,
        reason: 'Prism ends an example of a recursive schema with an empty object.',
      },
      {
        mismatch: /^The response must be (200|201|200 or 404), but is 400\.$/,
        reason: 'Prism requires a read-only property of a nested object in a request.',
      },
      {
        mismatch: /^The contract documents no status 422 for this operation\.$/,
        reason: 'Prism rejects wrong paths with 422.',
      },
      {
        mismatch: /^The response must be (400|400 or 429|422 or 400 or 409), but is 20[01]\.$/,
        reason: 'Prism accepts `null` as any body.',
      },
    ],
  },
];
