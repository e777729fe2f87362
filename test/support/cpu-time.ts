/**
 * Returns a function that returns the processor time of this process since the call, in milliseconds. Unlike elapsed time, it does
 * not grow on a busy machine.
 */
export function cpuTime(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
