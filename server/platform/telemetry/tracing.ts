import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { contractVersion as version } from '../../../generated/operations.ts';
import type { RequestTrace, Transfer } from './telemetry.ts';

const NAME = 'partner-credential-service';
const SPANS = { delivery: 'deliver event', download: 'download document' };

/** Environment variables of the OpenTelemetry SDK, such as OTEL_SERVICE_NAME, configure the exporter too. */
export function createTracing(endpoint: string) {
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': NAME, 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }))],
  });
  const tracer = provider.getTracer(NAME);

  return {
    request(traceparent: string | undefined): RequestTrace {
      const parent = parseTraceParent(traceparent ?? '');
      const span = tracer.startSpan(
        'request',
        { kind: SpanKind.SERVER },
        parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT,
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

    transfer({ kind, outcome, failed, durationMs, about }: Transfer): string {
      const endTime = Date.now();
      const options = { kind: SpanKind.CLIENT, startTime: endTime - durationMs };
      const span = tracer.startSpan(SPANS[kind], { ...options, attributes: { ...about, outcome } }, ROOT_CONTEXT);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endTime);
      return span.spanContext().traceId;
    },

    stop: () => provider.shutdown(),
  };
}
