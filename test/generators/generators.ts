import path from 'node:path';
import { root } from '../../scripts/project/root.ts';

/** Generator with the commands of its test, which run in the folder that the languages of the generator share. */
export interface Generator {
  title: string;
  tools: readonly string[];
  output: string;
  /** True for a slow generator, which the test omits with --unless-passed. */
  slow?: boolean;
  /** File name of the test program in `programs/`. The test copies the program to `place`. */
  program: string;
  place: string;
  /** Path to which the test copies the example in the guide. */
  example: string;
  /** Commands that run once, and install compilers and libraries that the guide does not install. */
  prepare?: string;
  compile: string;
  run(place: string): string;
}

export const PROGRAMS = path.join(root, 'test', 'generators', 'programs');
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

const python = (output: string, path = '') => ({
  output,
  place: 'calls.py',
  example: 'example.py',
  compile: `.venv/bin/python -m compileall -q ${output}`,
  run: (place: string) => `${path}.venv/bin/python ${place}`,
});

/** Returns the settings of a Go client. The compiler names the binary after the folder of the program. */
const go = (output: string, folder: string, compile: string) => ({
  output,
  place: `${folder}cmd/calls/main.go`,
  example: `${folder}cmd/example/main.go`,
  compile,
  run: (place: string) => `bin/${place.split('/').at(-2)}`,
});

/** Maven artifacts: the Kotlin compiler, and the dependencies in `kotlin/build.gradle`. */
const KOTLIN = [
  'org.jetbrains.kotlin:kotlin-compiler-embeddable:2.4.0',
  'com.squareup.moshi:moshi-kotlin:1.15.2',
  'com.squareup.moshi:moshi-adapters:1.15.2',
  'com.squareup.okhttp3:okhttp-jvm:5.4.0',
];

function mavenProject(artifacts: readonly string[]): string {
  const dependencies = artifacts.map((artifact) => {
    const [group, name, version] = artifact.split(':');
    return `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`;
  });
  return `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>com.example</groupId><artifactId>client</artifactId><version>1</version><packaging>pom</packaging>
<dependencies>${dependencies.join('')}</dependencies></project>`;
}

export const generators: readonly Generator[] = [
  {
    ...python('python', 'PYTHONPATH=python '),
    title: 'OpenAPI Generator, Python',
    tools: ['python3', 'java'],
    program: 'openapi_generator_python.py',
  },
  {
    ...typescript,
    title: 'OpenAPI Generator, TypeScript',
    tools: ['python3', 'java'],
    output: 'typescript',
    program: 'openapi-generator-typescript.ts',
  },
  {
    ...go('go', 'go/', 'cd go && go vet . && go build -o ../bin/ ./cmd/...'),
    title: 'OpenAPI Generator, Go',
    tools: ['python3', 'java', 'go'],
    program: 'openapi-generator-go.go',
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
    title: 'OpenAPI Generator, PHP',
    tools: ['python3', 'java', 'php', 'php-curl', 'php-mbstring', 'php-guzzlehttp-guzzle'],
    output: 'php',
    program: 'openapi-generator-php.php',
    place: 'calls.php',
    example: 'example.php',
    // Loads Guzzle from the Debian package, so that the test does not need Composer.
    compile: `
      mkdir php/vendor && cp '${PROGRAMS}/autoload.php' php/vendor/
      find php/lib calls.php example.php -name '*.php' -print0 | xargs -0 -n 1 -P 2 php -l | (grep -v '^No syntax errors' || true)`,
    run: (place) => `php -d error_reporting=E_ALL -d display_errors=stderr ${place}`,
  },
  {
    title: 'OpenAPI Generator, Ruby',
    tools: ['python3', 'java', 'ruby', 'ruby-typhoeus'],
    output: 'ruby',
    program: 'openapi-generator-ruby.rb',
    place: 'calls.rb',
    example: 'example.rb',
    compile: `
      ruby -I ruby/lib -e 'require "partner_credentials"; PartnerCredentials.constants.each { |name| PartnerCredentials.const_get(name) }'`,
    run: (place) => `ruby -I ruby/lib ${place}`,
  },
  {
    title: 'OpenAPI Generator, Rust',
    slow: true,
    tools: ['python3', 'java', 'cargo', 'cc', 'libssl-dev'],
    output: 'rust',
    program: 'openapi-generator-rust.rs',
    place: 'app/src/bin/calls.rs',
    example: 'app/src/bin/example.rs',
    compile: 'cargo build --quiet --manifest-path app/Cargo.toml',
    run: (place) => `app/target/debug/${path.basename(place, '.rs')}`,
  },
  {
    title: 'OpenAPI Generator, Kotlin',
    slow: true,
    tools: ['python3', 'java', 'mvn'],
    output: 'kotlin',
    program: 'OpenapiGeneratorKotlin.kt',
    place: 'Calls.kt',
    example: 'Example.kt',
    prepare: `
      cat >kotlin-pom.xml <<'END'
${mavenProject(KOTLIN)}
END
      rm -rf kotlin-lib && mvn -q -f kotlin-pom.xml dependency:copy-dependencies -DoutputDirectory=kotlin-lib`,
    compile: `
      java -cp 'kotlin-lib/*' org.jetbrains.kotlin.cli.jvm.K2JVMCompiler -nowarn -no-stdlib -no-reflect -d kotlin-classes \
        -classpath "$(echo kotlin-lib/*.jar | tr ' ' ':')" kotlin/src/main/kotlin Calls.kt Example.kt`,
    run: (place) => `java -cp 'kotlin-classes:kotlin-lib/*' ${place.replace('.kt', 'Kt')}`,
  },
  {
    title: 'OpenAPI Generator, C#',
    slow: true,
    tools: ['python3', 'java', 'mcs', 'mono', 'mono-devel', 'libnewtonsoft-json5.0-cil'],
    output: 'csharp',
    program: 'OpenapiGeneratorCsharp.cs',
    place: 'calls.cs',
    example: 'example.cs',
    // Removes naming strategies, which Debian's Newtonsoft.Json lacks: the client's code names every property anyway.
    compile: `
      find csharp/src -name '*.cs' -exec perl -0777 -pi -e 's/\\{\\s*NamingStrategy = .*?\\}\\s*\\}/{ }/gs' {} +
      compile() {
        mcs -nologo -warn:0 -langversion:latest -r:/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll -r:System.Net.Http \
          -r:System.Web -r:System.Runtime.Serialization -r:System.ComponentModel.DataAnnotations "$@"
      }
      compile -target:library -out:partner.dll -recurse:'csharp/src/*.cs'
      for place in calls example; do compile -r:partner.dll "$place.cs"; done`,
    run: (place) => `mono ${place.replace('.cs', '.exe')}`,
  },
  {
    ...go('partner', '', 'go vet ./partner && go build -o bin/ ./cmd/...'),
    title: 'oapi-codegen',
    tools: ['go'],
    program: 'oapi-codegen.go',
  },
  {
    ...go('partner', '', 'go mod tidy && go vet ./cmd/... && go build -o bin/ ./cmd/...'),
    title: 'ogen',
    slow: true,
    tools: ['go'],
    program: 'ogen.go',
  },
  {
    ...python('partner_credentials'),
    title: 'openapi-python-client',
    tools: ['python3'],
    program: 'openapi_python_client.py',
  },
  {
    ...typescript,
    title: '@hey-api/openapi-ts',
    tools: ['npm'],
    output: 'client',
    program: 'hey-api.ts',
  },
  {
    ...python('models.py'),
    title: 'datamodel-codegen',
    tools: ['python3'],
    program: 'datamodel_codegen.py',
  },
];
