const PARENT_CHECK_MS = 200;

/**
 * Resolves to the signal or reason when this process is asked to stop. A signal to `npm start` ends npm and its shell
 * but does not reach this process, which would continue without a parent. So when npm runs `script`, the end of the
 * parent process counts as a signal.
 */
export function stopRequest(script: string): Promise<string> {
  return new Promise((resolve) => {
    // Not `once`: a second signal (npm causes two for Ctrl-C) must not abort the shutdown.
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, resolve);
    if (process.env['npm_lifecycle_event'] !== script) return;
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && resolve('the end of npm'), PARENT_CHECK_MS).unref();
  });
}
