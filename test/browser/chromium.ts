import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { root } from '../../scripts/project/root.ts';

const run = promisify(execFile);

/** npm package with a browser, for machines that have no browser. The package is too large to be a dependency. */
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

/** Path of the browser, or `package` to use the browser from the npm package. */
const chromiumPath = process.env['CHROMIUM_PATH'];
const ownBrowser = chromiumPath === 'package' ? undefined : chromiumPath || installedBrowser();

/** The npm package provides a browser only for Linux on x64. */
export const hasChromium = ownBrowser !== undefined || (process.platform === 'linux' && process.arch === 'x64');

let started: Promise<Browser> | undefined;

/** Returns the browser that all tests in a Vitest worker share. Each test opens its own browser context. */
export function sharedChromium(): Promise<Browser> {
  started ??= launchChromium();
  return started;
}

async function launchChromium(): Promise<Browser> {
  const args = [
    // Chromium does not start with a sandbox as root, for example in a container. All pages in the tests are trusted.
    '--no-sandbox',
    // The browser can connect only to this machine.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  ];
  if (ownBrowser !== undefined) return chromium.launch({ executablePath: ownBrowser, args });
  const folder = await packagedBrowser();
  return chromium.launch({
    executablePath: path.join(folder, 'chromium'),
    // Omits the recommended arguments of the npm package, which disable security features that the tests check.
    args: [...args, '--disable-gpu', '--disable-webgl'],
    env: environment(folder),
  });
}

/** Returns the folder with the packaged browser, libraries, and fonts. Installs them if they are missing. */
async function packagedBrowser(): Promise<string> {
  const folder = path.join(root, 'node_modules/.cache/chromium-141.0.0');
  const lock = `${folder}.lock`;
  await mkdir(path.dirname(folder), { recursive: true });
  while (!existsSync(folder)) {
    if (await takeLock(lock)) await install(folder).finally(() => rm(lock, { force: true }));
    else await sleep(200);
  }
  return folder;
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  try {
    // The owner is 0 while the lock file is empty: the process that creates the file writes the process ID afterwards.
    const owner = Number(await readFile(lock, 'utf8'));
    if (owner > 0) process.kill(owner, 0);
  } catch (error) {
    // ESRCH means that the owner of the lock has exited.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') await rm(lock, { force: true });
  }
  return false;
}

async function install(folder: string): Promise<void> {
  // Another process may have installed the package while this process waited for the lock.
  if (existsSync(folder)) return;
  process.stderr.write(`No Chrome or Chromium is installed: installing ${PACKAGE} for the browser tests.\n`);
  const work = `${folder}.installing`;
  const unpacked = path.join(work, 'unpacked');
  await rm(work, { recursive: true, force: true });
  await mkdir(unpacked, { recursive: true });
  await run('npm', ['install', `--prefix=${work}`, '--ignore-scripts', '--no-audit', '--no-fund', PACKAGE]);
  const unpack = "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";
  // The package unpacks into TMPDIR, and unpacks libraries only if the environment looks like AWS Lambda.
  const env = { ...process.env, TMPDIR: unpacked, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
  await run(process.execPath, ['-e', unpack], { cwd: work, env });
  const fonts = `<fontconfig><dir>${path.join(folder, 'fonts')}</dir></fontconfig>`;
  await writeFile(path.join(unpacked, 'fonts/fonts.conf'), fonts);
  await rename(unpacked, folder);
  await rm(work, { recursive: true, force: true });
}

const systemLibraries = ['/lib/x86_64-linux-gnu', '/usr/lib/x86_64-linux-gnu', '/lib64', '/usr/lib64', '/usr/lib'];

function environment(folder: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    LD_LIBRARY_PATH: [...systemLibraries, path.join(folder, 'al2023/lib')].join(':'),
    ...(!existsSync('/etc/fonts/fonts.conf') && { FONTCONFIG_PATH: path.join(folder, 'fonts') }),
  };
}
