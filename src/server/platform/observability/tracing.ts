import type { Attributes } from '@opentelemetry/api';

/** Runs something as a span of a trace, within the span that is open; `note` adds to what is known of it. What is thrown is thrown on. */
export type Trace = <T>(name: string, attributes: Attributes, run: (note: (attributes: Attributes) => void) => Promise<T>) => Promise<T>;

export interface Tracing {
  trace: Trace;
  /** Sends what was not sent yet; for the end. */
  close: () => Promise<void>;
}

/** Nobody is told. */
export const NO_TRACING: Tracing = { trace: (_, __, run) => run(() => {}), close: async () => {} };

/** For a collector that hangs: what it does not take within this time is dropped. */
const EXPORT_MS_MAX = 3_000;

/**
 * Sends traces to a collector by OTLP over HTTP (`endpoint`, without `/v1/traces`). The libraries are loaded here and only here: who sets no
 * endpoint pays nothing. A collector that is away costs the site nothing but the spans.
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
  // Of this process and not of this module: nothing else of ours may set another.
  const manager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(manager);
  const tracer = provider.getTracer('matchpoint');

  const run: Trace = async (name, about, act) => {
    const span = tracer.startSpan(name, { attributes: about }, context.active());
    try {
      return await context.with(trace.setSpan(context.active(), span), () => act((more) => void span.setAttributes(more)));
    } catch (error) {
      // Not its message: that may hold what a user typed.
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
