/**
 * Starts measuring CPU time. The returned function returns the CPU time that this process has used since then, in
 * milliseconds. Unlike elapsed time, CPU time does not grow on a busy machine.
 */
export function cpuTime(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
