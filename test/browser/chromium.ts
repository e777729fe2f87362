import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { ROOT } from '../support/process.ts';

// Where the browser of the tests comes from: CHROMIUM_PATH, else the machine's own Chromium or Chrome, else the one in the package
// @sparticuz/chromium, so that the tests need nothing but `npm ci`. CHROMIUM_PATH=package asks for the latter.

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
const own = given === 'package' ? undefined : given || installed();
// What the package has is a program for this platform only.
const isPackageUsable = process.platform === 'linux' && process.arch === 'x64';

/** Whether there is a browser to test with. */
export const hasChromium = own !== undefined || isPackageUsable;

/** Starts a browser of the test's own. */
export async function launchChromium(): Promise<Browser> {
  // Who runs tests as root, as in a container, has no sandbox; the pages are our own.
  const args = ['--no-sandbox'];
  if (own !== undefined) return chromium.launch({ executablePath: own, args });
  const folder = await unpack();
  return chromium.launch({
    executablePath: path.join(folder, 'chromium'),
    // Not all that the package advises: its arguments are for AWS Lambda, and switch off the web security that is tested here.
    args: [...args, '--no-zygote', '--disable-gpu', '--disable-webgl'],
    env: environment(folder),
  });
}

const systemLibraries = [
  '/lib/x86_64-linux-gnu',
  '/usr/lib/x86_64-linux-gnu',
  '/lib64',
  '/usr/lib64',
  '/usr/lib',
];

/** A machine without a browser may lack its libraries and fonts. Those of the package come after the machine's own. */
function environment(folder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    LD_LIBRARY_PATH: [...systemLibraries, path.join(folder, 'al2023/lib')].join(':'),
    ...(!existsSync('/etc/fonts/fonts.conf') && { FONTCONFIG_PATH: path.join(folder, 'fonts') }),
  };
}

const UNPACK_LIMIT_MS = 50_000;

/**
 * Unpacks the browser once, and resolves to its folder. The package itself unpacks to fixed names in the temporary folder, where two
 * test files at once would start what is half there.
 */
async function unpack(): Promise<string> {
  const manifest = await readFile(path.join(ROOT, 'node_modules/@sparticuz/chromium/package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const cache = path.join(ROOT, 'node_modules/.cache');
  const folder = path.join(cache, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const unpacking = await mkdtemp(path.join(cache, 'unpacking-'));
  try {
    const script = `import chromium from '@sparticuz/chromium'; await chromium.executablePath();`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: ROOT,
      timeout: UNPACK_LIMIT_MS,
      // Only where it takes itself to be on AWS does it unpack the libraries too.
      env: { PATH: process.env['PATH'], TMPDIR: unpacking, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
    });
    // Its own names the folders of AWS.
    const fonts = `<fontconfig><dir>${path.join(folder, 'fonts')}</dir></fontconfig>`;
    await writeFile(path.join(unpacking, 'fonts/fonts.conf'), fonts);
    await rename(unpacking, folder);
  } catch (error) {
    // Another test file was faster.
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(unpacking, { recursive: true, force: true });
  }
  return folder;
}
