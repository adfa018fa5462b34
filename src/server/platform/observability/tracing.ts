import type { Attributes } from '@opentelemetry/api';

/** Runs something as a span within the current span; `note` adds attributes. Errors are rethrown. */
export type Trace = <T>(name: string, attributes: Attributes, run: (note: (attributes: Attributes) => void) => Promise<T>) => Promise<T>;

export interface Tracing {
  trace: Trace;
  /** Sends the remaining spans; call it at the end. */
  close: () => Promise<void>;
}

/** Tracing that records nothing. */
export const NO_TRACING: Tracing = { trace: (_, __, run) => run(() => {}), close: async () => {} };

/** The timeout of an export: spans that the collector does not accept within it are dropped. */
const EXPORT_MS_MAX = 3_000;

/**
 * Sends traces to a collector by OTLP over HTTP (`endpoint`, without `/v1/traces`). The libraries are loaded only here, so they cost
 * nothing without an endpoint. If the collector is unavailable, only the spans are lost.
 */
export async function openTracing(endpoint: string, attributes: Record<string, string>): Promise<Tracing> {
  const [{ context, SpanStatusCode, trace }, { AsyncLocalStorageContextManager }, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-base'),
    ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: EXPORT_MS_MAX });
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'matchpoint', ...attributes }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter, { exportTimeoutMillis: EXPORT_MS_MAX })],
  });
  // Global to the process: no other code may set another one.
  const manager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(manager);
  const tracer = provider.getTracer('matchpoint');

  const run: Trace = async (name, about, act) => {
    const span = tracer.startSpan(name, { attributes: about }, context.active());
    try {
      return await context.with(trace.setSpan(context.active(), span), () => act((more) => void span.setAttributes(more)));
    } catch (error) {
      // Not the message, which may contain what a user typed.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
      throw error;
    } finally {
      span.end();
    }
  };
  const close = async (): Promise<void> => {
    await provider.shutdown().catch(() => {});
    context.disable();
  };
  return { trace: run, close };
}
