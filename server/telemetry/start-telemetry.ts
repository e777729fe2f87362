import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CannotStart, reasonOf } from '../cannot-start.ts';
import type { Config } from '../config.ts';
import type { Metrics, Sources } from './metrics.ts';
import { noTelemetry, type Telemetry } from './telemetry.ts';
import type { Tracing } from './tracing.ts';

export interface RunningTelemetry {
  telemetry: Telemetry;
  /**
   * Serves the numbers where METRICS_PORT says so, and resolves to where; else to null. Rejects with `CannotStart` when
   * the host and port cannot be used.
   */
  serveMetrics(sources: Sources): Promise<AddressInfo | null>;
  /** Ends the endpoint and sends the spans that are left. Rejects when the collector does not take them. */
  stop(): Promise<void>;
}

type Settings = Pick<Config, 'metricsPort' | 'metricsHost' | 'tracesEndpoint'>;

/** Loads what makes numbers and spans where the settings ask for them: without, none of it is read from the disk. */
export async function startTelemetry({
  metricsPort,
  metricsHost,
  tracesEndpoint,
}: Settings): Promise<RunningTelemetry> {
  const metrics = metricsPort === null ? null : (await import('./metrics.ts')).createMetrics();
  const tracing = tracesEndpoint === null ? null : (await import('./tracing.ts')).createTracing(tracesEndpoint);
  let server: Server | undefined;
  return {
    telemetry: joined(metrics, tracing),
    async serveMetrics(sources) {
      if (metrics === null || metricsPort === null) return null;
      metrics.watch(sources);
      server = await serveMetrics(metrics, metricsPort, metricsHost);
      return server.address() as AddressInfo;
    },
    async stop() {
      server?.close();
      server?.closeAllConnections();
      await tracing?.stop();
    },
  };
}

function joined(metrics: Metrics | null, tracing: Tracing | null): Telemetry {
  const counted = metrics ?? noTelemetry;
  return {
    ...counted,
    traceRequest: tracing ? tracing.request : noTelemetry.traceRequest,
    attemptEnded(attempt) {
      counted.attemptEnded(attempt);
      return tracing?.outgoing('deliver event', { ...attempt, failed: attempt.outcome !== 'delivered' });
    },
    downloadEnded(download) {
      counted.downloadEnded(download);
      return tracing?.outgoing('download document', { ...download, failed: download.outcome !== 'downloaded' });
    },
  };
}

async function serveMetrics(metrics: Metrics, port: number, host: string): Promise<Server> {
  const server = createServer(async ({ url, method }, response) => {
    if (url !== '/metrics') response.writeHead(404).end();
    else if (method !== 'GET' && method !== 'HEAD') response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    else {
      const text = await metrics.read().catch(() => null);
      if (text === null) response.writeHead(500).end();
      else response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new CannotStart(`METRICS_HOST and METRICS_PORT cannot be used: ${reasonOf(error)}`)),
    );
    server.listen(port, host, resolve);
  });
  return server;
}
