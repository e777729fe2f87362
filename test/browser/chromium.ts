import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { isPackageUsable, ownBrowser, unpackedBrowser } from '../../scripts/browser.ts';

/** Whether there is a browser to test with. */
export const hasChromium = ownBrowser !== undefined || isPackageUsable;

let started: Promise<Browser> | undefined;

/** The browser of this worker, which ends with it. What tests do in it, they do in contexts of their own. */
export function sharedChromium(): Promise<Browser> {
  started ??= launchChromium();
  return started;
}

async function launchChromium(): Promise<Browser> {
  // Who runs tests as root, as in a container, has no sandbox; the pages are our own.
  const args = ['--no-sandbox'];
  if (ownBrowser !== undefined) return chromium.launch({ executablePath: ownBrowser, args });
  const folder = await unpackedBrowser();
  return chromium.launch({
    executablePath: path.join(folder, 'chromium'),
    // Not all that the package advises: its arguments are for AWS Lambda, and switch off the web security that is tested here.
    args: [...args, '--disable-gpu', '--disable-webgl'],
    env: environment(folder),
  });
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
