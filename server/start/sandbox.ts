import type { SandboxServices } from '../api/services.ts';
import type { Config } from './settings.ts';

/** Returns the properties of the sandbox; in production, they are all off. */
export function createSandbox({ production, sandboxHosts, baseUrl, appUrl }: Config): SandboxServices {
  // Users of a sandbox on another machine must not be able to reach the loopback addresses of this machine.
  const openSandbox = sandboxHosts.length > 0;
  return {
    sandbox: !production,
    openSandbox,
    allowLoopback: !production && !openSandbox,
    ownHosts: production ? null : [...sandboxHosts, ...[baseUrl, appUrl].map((url) => new URL(url).hostname)],
  };
}
