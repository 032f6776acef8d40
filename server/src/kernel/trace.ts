// Traces: the spans of one request, one event or one job. Off unless a collector is configured: then these functions
// only run their work, and no package for traces is loaded. Nothing is recorded that is not in the table of attributes.
//
// The active span follows the work through every await. It is state of the process, like the log's level, because a
// commit and a call to a provider do not know the request that they belong to.
import { AsyncLocalStorage } from 'node:async_hooks'
import { REDACTED } from './log.ts'

type Kind = 'id' | 'own_id' | 'name' | 'number'

/** All attributes that a span can have. */
export const attributeKinds = {
  'http.request.method': 'name',
  'http.route': 'name',
  'http.response.status_code': 'number',
  'error.type': 'name',
  'florin.request_id': 'id',
  'florin.merchant_id': 'id',
  'florin.table': 'name',
  'florin.writes': 'number',
  'florin.object_id': 'id',
  'florin.operation_id': 'id',
  'florin.connector_id': 'id',
  'florin.provider': 'name',
  'florin.result': 'name',
  'florin.events': 'number',
  'florin.event_id': 'id',
  'florin.event_type': 'name',
  'florin.attempt': 'number',
  'florin.row_id': 'own_id',
} as const satisfies Readonly<Record<string, Kind>>

export type AttributeName = keyof typeof attributeKinds

/** A null or undefined value is not recorded. */
export type Attributes = {
  readonly [Name in AttributeName]?: string | number | null | undefined
}

const SHAPES = {
  /** Ours, or chosen by a merchant or caller. */
  id: /^[A-Za-z0-9_-]{1,64}$/,
  /** Only ours: a merchant may name a customer by the person. */
  own_id: /^[a-z]+_[0-9a-z]{26,40}$/,
  /** From tables in the code. */
  name: /^[A-Za-z0-9_./:* -]{1,120}$/,
} as const
/** As many digits as a card number has. */
const CARD_LIKE = /\d(?:[ _-]?\d){11}/

/** Even a wrong value is no card number, no e-mail address and no free text. */
export function checkValue(name: AttributeName, value: string | number): string | number {
  const kind = attributeKinds[name]
  if (kind === 'number') return Number.isFinite(value) ? value : REDACTED
  const text = String(value)
  return SHAPES[kind].test(text) && !CARD_LIKE.test(text) ? text : REDACTED
}

export interface Span {
  /** False: neither this span nor one below it is recorded. */
  readonly is_sampled: boolean
  readonly trace_id: string
  set(attributes: Attributes): void
  /** Records the error's code or class, never its message, which may quote a row. */
  fail(error: unknown): void
  /** Refers to a span in another trace; both ids in hexadecimal digits. */
  link(trace_id: string, span_id: string): void
  end(): void
}

/** `server` for a request, `client` for a call to another system. */
export type SpanKind = 'internal' | 'server' | 'client'

/** A span begins a trace, or is below a span in this process, or in the trace of an event. */
export type Parent = Span | { readonly event_id: string; readonly is_first: boolean } | undefined

export interface Tracer {
  start(name: string, kind: SpanKind, attributes: Attributes, parent: Parent): Span
  /** The trace of an event has the same ids in every process, because they are derived from the event's id. */
  linkEvent(span: Span, event_id: string): void
  isEventSampled(event_id: string): boolean
  stop(): Promise<void>
}

export interface TracingOptions {
  /** Without the path. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  /** The share of traces that are recorded, 0 to 1. */
  readonly ratio: number
  readonly resource: Readonly<Record<string, string>>
  /** Called with the number of spans, and the reason. */
  readonly lost: (count: number, reason: string) => void
}

/** Spans by what became of them, for metrics. */
export const spanStats = { exported: 0, dropped: 0 }

/** Undefined while traces are off: `tracing?.span(name, attributes, work) ?? work()` then costs one comparison. */
export let tracing: Tracing | undefined

export async function startTracing(options: TracingOptions): Promise<void> {
  const { createTracer } = await import('./trace_export.ts')
  tracing = new Tracing(createTracer(options, spanStats))
}

/** Exports what is left, for a bounded time. */
export async function stopTracing(): Promise<void> {
  const stopping = tracing
  tracing = undefined
  await stopping?.stop()
}

/** The number of tries is bounded, for a share near 0. */
const MAX_DRAWS = 10_000

type Work<T> = (span?: Span) => Promise<T>
type OfEvent = Attributes & { readonly 'florin.event_id': string }

export class Tracing {
  private readonly active = new AsyncLocalStorage<Span>()
  private readonly tracer: Tracer

  constructor(tracer: Tracer) {
    this.tracer = tracer
  }

  /** Runs the work in a span below the active one; without an active one, or in a trace that is not sampled, in none. */
  span<T>(
    name: string,
    attributes: Attributes,
    work: Work<T>,
    kind: SpanKind = 'internal',
  ): Promise<T> {
    const parent = this.active.getStore()
    if (parent === undefined || !parent.is_sampled) return work()
    return this.run(this.tracer.start(name, kind, attributes, parent), work)
  }

  /** Runs the work in the first span of a trace. */
  trace<T>(name: string, attributes: Attributes, work: Work<T>): Promise<T> {
    return this.run(this.tracer.start(name, 'internal', attributes, undefined), work)
  }

  /** Runs the work in a span of the event's trace. */
  eventSpan<T>(name: string, attributes: OfEvent, work: Work<T>): Promise<T> {
    const parent = { event_id: attributes['florin.event_id'], is_first: false }
    return this.run(this.tracer.start(name, 'client', attributes, parent), work)
  }

  /** Starts the span at the top of an event's trace; undefined if it is not recorded. The caller ends it. */
  startEvent(name: string, attributes: OfEvent, is_first: boolean): Span | undefined {
    const event_id = attributes['florin.event_id']
    if (!this.tracer.isEventSampled(event_id)) return undefined
    return this.tracer.start(name, 'internal', attributes, { event_id, is_first })
  }

  /** Starts the first span of a trace. The caller ends it. */
  start(name: string, kind: SpanKind, attributes: Attributes): Span {
    return this.tracer.start(name, kind, attributes, undefined)
  }

  /** For callbacks of emitters, which have lost the active span. */
  runIn<T>(span: Span | undefined, work: () => T): T {
    return span === undefined ? work() : this.active.run(span, work)
  }

  /**
   * Draws an event's id. Whether an event is sampled follows from its id, so that nothing has to be stored for it. Ids
   * are drawn until that agrees with the span that writes the event: then a payment and its webhooks are both recorded.
   */
  drawEventId(draw: () => string): string {
    const span = this.active.getStore()
    let event_id = draw()
    if (span === undefined) return event_id
    const agrees = () => this.tracer.isEventSampled(event_id) === span.is_sampled
    for (let n = 1; n < MAX_DRAWS && !agrees(); n++) event_id = draw()
    if (span.is_sampled) this.tracer.linkEvent(span, event_id)
    return event_id
  }

  stop(): Promise<void> {
    return this.tracer.stop()
  }

  private async run<T>(span: Span, work: Work<T>): Promise<T> {
    try {
      return await this.active.run(span, work, span)
    } catch (error) {
      span.fail(error)
      throw error
    } finally {
      span.end()
    }
  }
}
