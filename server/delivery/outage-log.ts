import type { Logger } from '../log.ts';

/** Tells of an outage of the database once, and of its end, however often it was tried meanwhile. */
export interface OutageLog {
  failed(err: unknown): void;
  answered(): void;
}

export function createOutageLog(log: Logger): OutageLog {
  let isDown = false;
  return {
    failed(err) {
      if (!isDown) log.error({ err }, 'webhook deliveries wait for the database');
      isDown = true;
    },
    answered() {
      if (isDown) log.info('webhook deliveries go on');
      isDown = false;
    },
  };
}
