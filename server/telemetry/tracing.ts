import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Ended, RequestTrace } from './telemetry.ts';
import { parseTraceparent } from './telemetry.ts';

const NAME = 'partner-credential-service';

export interface Tracing {
  request(traceparent: string | undefined): RequestTrace;
  /** A span that has ended already, of a request that this service made. Returns the id of its trace. */
  outgoing(name: string, ended: Ended & { failed: boolean }): string;
  /** Sends what is left. Rejects when the collector does not take it. */
  stop(): Promise<void>;
}

/**
 * Sends spans to an OpenTelemetry collector, by OTLP over HTTP. Who samples, what is named and which headers are sent
 * is for the SDK's own variables to say (`OTEL_TRACES_SAMPLER`, `OTEL_SERVICE_NAME`, `OTEL_EXPORTER_OTLP_HEADERS`).
 */
export function createTracing(endpoint: string): Tracing {
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': NAME }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }))],
  });
  const tracer = provider.getTracer(NAME);

  return {
    request(traceparent) {
      const parent = parseTraceparent(traceparent);
      const span = tracer.startSpan(
        'request',
        { kind: SpanKind.SERVER },
        parent
          ? trace.setSpanContext(ROOT_CONTEXT, {
              traceId: parent.traceId,
              spanId: parent.spanId,
              traceFlags: parent.flags,
              isRemote: true,
            })
          : ROOT_CONTEXT,
      );
      return {
        traceId: span.spanContext().traceId,
        end(operation, method, status) {
          span.updateName(operation);
          span.setAttributes({ 'http.request.method': method, 'http.response.status_code': status });
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },

    outgoing(name, { outcome, durationMs, about, failed }) {
      const endTime = Date.now();
      const options = { kind: SpanKind.CLIENT, startTime: endTime - durationMs };
      const span = tracer.startSpan(name, { ...options, attributes: { ...about, outcome } }, ROOT_CONTEXT);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endTime);
      return span.spanContext().traceId;
    },

    stop: () => provider.shutdown(),
  };
}
