// Reads both bundles of the contract with the parsers of other tools. Installations are cached like those of main.ts.
import path from 'node:path';
import { BUNDLES, CACHE, copyBundles, empty, missingTools, once, shell } from './shell.ts';

/** Commands that install a parser, and that read the file `$BUNDLE` with the parser. */
interface Reader {
  title: string;
  tools: readonly string[];
  install: string;
  read: string;
}

const pip = (packages: string) => `python3 -m venv .venv && .venv/bin/pip install --quiet ${packages}`;
const npm = (packages: string) => `npm init --yes >/dev/null && npm install --silent ${packages}`;

const readers: readonly Reader[] = [
  {
    title: 'PyYAML 6.0.4',
    tools: ['python3'],
    install: pip('PyYAML==6.0.4'),
    read: `.venv/bin/python -c 'import sys, yaml; yaml.safe_load(open(sys.argv[1], "rb"))["paths"]' "$BUNDLE"`,
  },
  {
    title: 'openapi-spec-validator 0.9.0',
    tools: ['python3'],
    install: pip('openapi-spec-validator==0.9.0'),
    read: '.venv/bin/openapi-spec-validator "$BUNDLE"',
  },
  {
    title: 'ogen 1.24.0',
    tools: ['go'],
    // ogen cannot generate code for strings with several schemas, which the full contract contains.
    install: `
      go mod init example.com/app
      echo 'generator: { ignore_not_implemented: [all] }' >ogen.yml`,
    read: 'go run github.com/ogen-go/ogen/cmd/ogen@v1.24.0 --target partner --clean "$BUNDLE"',
  },
  {
    title: '@apidevtools/swagger-parser 13.0.0',
    tools: ['npm'],
    install: npm('@apidevtools/swagger-parser@13.0.0'),
    read: `node -e 'require("@apidevtools/swagger-parser").validate(process.argv[1]).catch((e) => { throw e })' "$BUNDLE"`,
  },
  {
    title: '@scalar/openapi-parser 0.24.17',
    tools: ['npm'],
    install: npm('@scalar/openapi-parser@0.24.17'),
    read: `node --input-type=module -e '
      import { readFileSync } from "node:fs";
      import { validate } from "@scalar/openapi-parser";
      const { valid, errors } = await validate(readFileSync(process.argv[1], "utf8"));
      if (!valid) throw new Error(JSON.stringify(errors))' "$BUNDLE"`,
  },
];

for (const { title, tools, install, read } of readers) {
  const missing = await missingTools(tools);
  if (missing.length > 0) {
    console.log(`skipped: ${title} (not installed: ${missing.join(', ')})`);
    continue;
  }
  const folder = path.join(CACHE, 'readers', title.replace(/\W/g, ''));
  await once(folder, install, () => empty(folder));
  await copyBundles(folder);
  for (const BUNDLE of BUNDLES) {
    const isRead = await shell(folder, read, { BUNDLE }).then(
      () => true,
      (error: Error) => console.error(error.message),
    );
    console.log(`${title} ${isRead ? 'reads' : 'cannot read'} ${BUNDLE}`);
    if (!isRead) process.exitCode = 1;
  }
}
