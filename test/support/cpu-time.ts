/**
 * Starts to count the processor time of this process, and returns what reads it, in milliseconds. A machine that is busy with
 * something else makes it no longer, as it does the time on the wall.
 */
export function cpuTime(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
