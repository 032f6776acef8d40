// The OpenTelemetry side of traces; loaded only if they are on. Spans wait in a bounded queue and go to the collector in
// batches, one at a time. A collector that is slow or away costs spans, never time.
import {
  type Context,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  type IdGenerator,
  ParentBasedSampler,
  RandomIdGenerator,
  type ReadableSpan,
  SamplingDecision,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { plainHash } from './crypto.ts'
import {
  type AttributeName,
  attributeKinds,
  type Attributes,
  checkValue,
  type Parent,
  type Span,
  type spanStats,
  type Tracer,
  type TracingOptions,
} from './trace.ts'

const MAX_QUEUE = 2_048
const MAX_BATCH = 512
const BATCH_MS = 1_000
/** For a batch with all of its retries, and so for the last ones when the process stops. */
const EXPORT_TIMEOUT_MS = 3_000

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
} as const

export function createTracer(options: TracingOptions, stats: typeof spanStats): Tracer {
  const { endpoint, headers, ratio, resource } = options
  const sampler = new TraceIdRatioBasedSampler(ratio)
  const ids = new Ids()
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: EXPORT_TIMEOUT_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes(resource),
    sampler: new ParentBasedSampler({ root: sampler }),
    idGenerator: ids,
    spanProcessors: [boundedQueue(exporter, options.lost, stats)],
  })
  const otel = provider.getTracer('florin')
  const spans = new WeakMap<Span, OtelSpan>()
  const isSampled = (trace_id: string) =>
    sampler.shouldSample(ROOT_CONTEXT, trace_id).decision === SamplingDecision.RECORD_AND_SAMPLED
  const toContext = (parent: Parent): Context => {
    if (parent === undefined) return ROOT_CONTEXT
    if ('event_id' in parent) {
      const first = eventIds(parent.event_id)
      if (parent.is_first) {
        ids.next = first
        return ROOT_CONTEXT
      }
      const traceFlags = isSampled(first.traceId) ? TraceFlags.SAMPLED : TraceFlags.NONE
      return trace.setSpanContext(ROOT_CONTEXT, { ...first, traceFlags, isRemote: true })
    }
    const span = spans.get(parent)
    return span === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, span)
  }
  return {
    start(name, kind, attributes, parent) {
      const span = otel.startSpan(name, { kind: KINDS[kind] }, toContext(parent))
      const own = wrap(span)
      own.set(attributes)
      spans.set(own, span)
      return own
    },
    linkEvent: (span, event_id) => {
      const { traceId, spanId } = eventIds(event_id)
      span.link(traceId, spanId)
    },
    isEventSampled: (event_id) => isSampled(eventIds(event_id).traceId),
    stop: () => provider.shutdown().catch(() => undefined),
  }
}

function wrap(span: OtelSpan): Span {
  const is_sampled = span.isRecording()
  const { traceId } = span.spanContext()
  return {
    is_sampled,
    trace_id: traceId,
    set(attributes: Attributes) {
      if (is_sampled) for (const name of names(attributes)) setAttribute(span, name, attributes)
    },
    fail(error) {
      if (!is_sampled) return
      const { code } = Object(error) as { code?: unknown }
      const name = error instanceof Error ? error.constructor.name : 'unknown'
      const type = typeof code === 'string' ? code : name
      setAttribute(span, 'error.type', { 'error.type': type })
      span.setStatus({ code: SpanStatusCode.ERROR })
    },
    link(linked_trace_id, span_id) {
      const context = { traceId: linked_trace_id, spanId: span_id, traceFlags: TraceFlags.NONE }
      span.addLink({ context })
    },
    end: () => span.end(),
  }
}

/** The types allow no other names; this holds for values from JavaScript, too. */
function names(attributes: Attributes): AttributeName[] {
  return (Object.keys(attributes) as AttributeName[]).filter((name) => name in attributeKinds)
}

function setAttribute(span: OtelSpan, name: AttributeName, attributes: Attributes): void {
  const value = attributes[name]
  if (value !== null && value !== undefined) span.setAttribute(name, checkValue(name, value))
}

interface SpanIds {
  readonly traceId: string
  readonly spanId: string
}

function eventIds(event_id: string): SpanIds {
  const digits = plainHash('trace', event_id).toString('hex')
  return { traceId: digits.slice(0, 32), spanId: digits.slice(32, 48) }
}

/** Random ids, but for the span that takes the next ones. */
class Ids implements IdGenerator {
  next: SpanIds | undefined
  private readonly random = new RandomIdGenerator()

  generateSpanId(): string {
    return this.next?.spanId ?? this.random.generateSpanId()
  }

  /** The SDK asks for the trace's id last. */
  generateTraceId(): string {
    const { next } = this
    this.next = undefined
    return next?.traceId ?? this.random.generateTraceId()
  }
}

/** The SDK's own queue is bounded as well, but does not say how many spans it drops. */
function boundedQueue(
  exporter: SpanExporter,
  lost: TracingOptions['lost'],
  stats: typeof spanStats,
): SpanProcessor {
  let queued = 0
  const drop = (count: number, reason: string) => {
    stats.dropped += count
    lost(count, reason)
  }
  const counted: SpanExporter = {
    export(batch: ReadableSpan[], done) {
      queued -= batch.length
      exporter.export(batch, (result) => {
        if (result.error === undefined) stats.exported += batch.length
        else drop(batch.length, errorName(result.error))
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
  const inner = new BatchSpanProcessor({
    exporter: counted,
    maxQueueSize: MAX_QUEUE,
    maxExportBatchSize: MAX_BATCH,
    scheduledDelayMillis: BATCH_MS,
    exportTimeoutMillis: 2 * EXPORT_TIMEOUT_MS,
  })
  return {
    onStart: () => {},
    onEnd(span) {
      if (queued >= MAX_QUEUE) return drop(1, 'the queue is full')
      queued++
      inner.onEnd(span)
    },
    forceFlush: () => inner.forceFlush(),
    shutdown: () => inner.shutdown(),
  }
}

/** A collector's answer may quote the request. */
function errorName(error: Error): string {
  const { code, name } = error as Error & { code?: string | number }
  return String(code ?? name)
}
