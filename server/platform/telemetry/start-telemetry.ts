import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostKind } from '../../domain/address-kind.ts';
import { listenError } from '../startup-error.ts';
import type { Sources } from './metrics.ts';
import { noTelemetry, type Telemetry } from './telemetry.ts';

interface TelemetryOptions {
  metricsPort: number | null;
  metricsHost: string;
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
    transferEnded(transfer) {
      counted.transferEnded(transfer);
      return tracing?.transfer(transfer);
    },
  };
  let server: Server | undefined;

  return {
    telemetry,
    async serveMetrics(sources: Sources): Promise<AddressInfo | null> {
      if (metrics === null || metricsPort === null) return null;
      server = await serve(metrics.contentType, () => metrics.read(sources), metricsPort, metricsHost);
      return server.address() as AddressInfo;
    },
    async stop(): Promise<void> {
      server?.close().closeAllConnections();
      await tracing?.stop();
    },
  };
}

async function serve(contentType: string, read: () => Promise<string>, port: number, host: string): Promise<Server> {
  // Detects DNS rebinding: a website that points a name to this address sends requests with that name in `Host`.
  const isOwnHost = (name = '') => {
    const url = `http://${name}`;
    const hostname = URL.canParse(url) ? new URL(url).hostname : '';
    return hostname === host || hostKind(hostname) !== 'name';
  };
  const server = createServer(async ({ url, method, headers }, response) => {
    if (!isOwnHost(headers.host)) response.writeHead(421).end();
    else if (url !== '/metrics') response.writeHead(404).end();
    else if (method !== 'GET' && method !== 'HEAD') response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    else {
      const text = await read().catch(() => null);
      response.writeHead(text === null ? 500 : 200, { 'Content-Type': contentType }).end(text);
    }
  });
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    throw listenError(error, host, port, { host: 'METRICS_HOST', port: 'METRICS_PORT' });
  }
  return server;
}
