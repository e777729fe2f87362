const PARENT_CHECK_MS = 200;

/**
 * Resolves, once this process is asked to stop, to what asked it. A signal to `npm start` ends npm and its shell, and never
 * reaches this process: it would go on, with nobody to stop it. So under `script` of npm the end of the parent is a signal too.
 */
export function stopAsked(script: string): Promise<string> {
  return new Promise((resolve) => {
    // Not `once`: a second signal (Ctrl-C reaches a process under npm twice) must not end what the first one lets finish.
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, resolve);
    if (process.env['npm_lifecycle_event'] !== script) return;
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && resolve('the end of npm'), PARENT_CHECK_MS).unref();
  });
}
