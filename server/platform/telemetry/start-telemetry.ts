import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostKind } from '../../domain/address-kind.ts';
import { listenError } from '../startup-error.ts';
import { version } from '../version.ts';
import type { Sources } from './metrics.ts';
import { noTelemetry, type Telemetry } from './telemetry.ts';

export type RunningTelemetry = Awaited<ReturnType<typeof startTelemetry>>;

interface TelemetryOptions {
  /** Port of the metrics; null to collect none. */
  metricsPort: number | null;
  metricsHost: string;
  /** URL of the OpenTelemetry collector; null to send no traces. */
  tracesEndpoint: string | null;
}

/** Loads the modules for metrics and traces only if the options enable them, so that the service starts fast. */
export async function startTelemetry({ metricsPort, metricsHost, tracesEndpoint }: TelemetryOptions) {
  const metrics = metricsPort === null ? null : (await import('./metrics.ts')).createMetrics();
  const tracing = tracesEndpoint === null ? null : (await import('./tracing.ts')).createTracing(tracesEndpoint);
  const counted = metrics?.telemetry ?? noTelemetry;
  const telemetry: Telemetry = {
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
  let server: Server | undefined;

  return {
    telemetry,
    /**
     * Serves the metrics and the state of the dependencies at METRICS_PORT. `sources` returns null until the database
     * is open. Resolves to null if METRICS_PORT is not set. Rejects with `StartupError`.
     */
    async serveMetrics(sources: () => Sources | null): Promise<AddressInfo | null> {
      if (metrics === null || metricsPort === null) return null;
      const about = JSON.stringify({ version, node: process.version, started_at: new Date() });
      const check = () => checkDependencies(sources());
      const endpoints: Record<string, () => Promise<Content>> = {
        '/livez': async () => [200, 'application/json', about],
        '/metrics': async () => [200, metrics.contentType, await metrics.read(sources())],
        '/readyz': check,
        '/readyz?verbose': check,
      };
      server = await serve(endpoints, metricsPort, metricsHost);
      return server.address() as AddressInfo;
    },
    /** Closes the endpoint and exports the remaining spans. Rejects when the collector does not accept them. */
    async stop(): Promise<void> {
      server?.close().closeAllConnections();
      await tracing?.stop();
    },
  };
}

type Content = readonly [status: number, mediaType: string, text: string];

/** Resolves to a line for each dependency. The status is 503 if the database or the clock is wrong. */
async function checkDependencies(sources: Sources | null): Promise<Content> {
  const state = await sources?.ping().catch(() => undefined);
  const database = state ? null : 'does not respond, or is read-only';
  const clock = state ? state.wrong : 'unknown';
  const isReady = database === null && clock === null;
  const files = sources ? await sources.checkFiles() : 'unknown';
  const nodes = sources && isReady ? await sources.findUnreachableNodes().catch(() => ['unknown']) : ['unknown'];
  const workers = nodes.length === 0 ? null : `unreachable: ${nodes.join(', ')}`;
  const lines = Object.entries({ database, clock, files, 'citus workers': workers });
  const text = lines.map(([part, problem]) => `${part}: ${problem ?? 'ok'}\n`).join('');
  return [isReady ? 200 : 503, 'text/plain', text];
}

async function serve(
  endpoints: Readonly<Record<string, () => Promise<Content>>>,
  port: number,
  host: string,
): Promise<Server> {
  // A page on the internet could point its own name at this address (DNS rebinding), but cannot send another Host.
  const isOwnHost = (name = '') => {
    const url = `http://${name}`;
    const hostname = URL.canParse(url) ? new URL(url).hostname : '';
    return hostname === host || hostKind(hostname) !== 'name';
  };
  const server = createServer(async ({ url = '', method, headers }, response) => {
    const read = endpoints[url];
    if (!isOwnHost(headers.host)) response.writeHead(421).end();
    else if (read === undefined) response.writeHead(404).end();
    else if (method !== 'GET' && method !== 'HEAD') response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    else {
      const [status, type, text] = await read().catch(() => [500, 'text/plain', ''] as const);
      response.writeHead(status, { 'Content-Type': type }).end(text);
    }
  });
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    throw listenError(error, host, port, { host: 'METRICS_HOST', port: 'METRICS_PORT' });
  }
  return server;
}
