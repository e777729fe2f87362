import type { Logger } from '../log.ts';

/** Logs the begin and the end of a database outage once each, however many calls fail meanwhile. */
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
