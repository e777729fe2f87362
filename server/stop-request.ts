const PARENT_CHECK_MS = 200;

/**
 * Resolves when this process is asked to stop, to the signal or the reason. A signal sent to `npm start` ends npm and
 * its shell but does not reach this process, which would run on without a parent. So when npm runs `script`, the end of
 * the parent process counts as a signal too.
 */
export function stopRequest(script: string): Promise<string> {
  return new Promise((resolve) => {
    // Not `once`: a second signal (Ctrl-C reaches a process under npm twice) must not cut the shutdown short.
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, resolve);
    if (process.env['npm_lifecycle_event'] !== script) return;
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && resolve('the end of npm'), PARENT_CHECK_MS).unref();
  });
}
