const PARENT_CHECK_MS = 200;

/**
 * Resolves to the signal or other reason when this process must stop. A signal to `npm start` terminates npm and its
 * shell but does not reach this process. So if npm runs `script`, the exit of the parent process counts as a signal.
 */
export function stopRequest(script: string): Promise<string> {
  return new Promise((resolve) => {
    // Uses `on` instead of `once`, because a second signal (npm causes two for Ctrl-C) must not abort the shutdown.
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, resolve);
    if (process.env['npm_lifecycle_event'] !== script) return;
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && resolve('the exit of npm'), PARENT_CHECK_MS).unref();
  });
}
