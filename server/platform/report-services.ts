import type { Logger } from './log.ts';
import type { AddressOf, SecurityLog } from './security-log.ts';
import type { Telemetry } from './telemetry/telemetry.ts';

export interface ReportServices {
  log: Logger;
  security: SecurityLog;
  telemetry: Telemetry;
  /** Returns the address that sent a request, in the log and for the limits. */
  sourceOf: AddressOf;
}
