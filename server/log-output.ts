import { once } from 'node:events';
import { type DestinationStream, destination } from 'pino';

export interface LogOutput extends DestinationStream {
  /** Resolves when all lines are written. */
  close(): Promise<unknown>;
}

/**
 * The standard output, written in the background. The lines of a turn of the event loop go to pino's destination as one
 * text, because for each text it counts the bytes of all that wait, and so took longer than all the rest of a line.
 */
export function logOutput(): LogOutput {
  const output = destination({ sync: false });
  let lines = '';
  const hand = () => {
    if (lines !== '') output.write(lines);
    lines = '';
  };
  // What was said last before the process ends, on purpose or not, says why.
  process.once('exit', () => {
    if (lines !== '') destination({ sync: true }).write(lines);
  });
  return {
    write(line) {
      if (lines === '') setImmediate(hand);
      lines += line;
    },
    close() {
      hand();
      output.end();
      return once(output, 'close');
    },
  };
}
