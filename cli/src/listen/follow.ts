// Reads a merchant's events from a cursor, without an end: after any error it connects again where it stopped. Each
// position is yielded once. If a proxy holds back the stream, it reads by long poll.
import { type ApiClient, refusal } from '../client.ts'
import { CliFailure, EXIT } from '../failure.ts'
import { BlockReader } from '../sse.ts'

export interface StreamedEvent {
  readonly cursor: string
  readonly event_id: string
  readonly event_type: string
  readonly profile_id: string
  readonly object_id: string
  readonly sequence: number
  readonly is_redelivery: boolean
  readonly is_test: boolean
  readonly body: string
  readonly created: string
}

export interface FollowOptions {
  readonly merchant_id: string
  readonly event_types?: string | undefined
  /** Start here; by default with the next event. */
  readonly since?: Date | undefined
  readonly signal: AbortSignal
  /** A stream without a byte for so long is dead. */
  readonly idle_ms?: number
  readonly transport?: 'auto' | 'poll'
  readonly max_pause_ms?: number
  connected?(): void
  interrupted?(reason: string, pause_ms: number): void
}

const IDLE_MS = 25_000
/** The server sends its first line at once. */
const FIRST_LINE_MS = 5_000
const FIRST_PAUSE_MS = 250
const MAX_PAUSE_MS = 10_000
const POLL_S = 25
/** After so many connections without a first line it is not the network. */
const MAX_SILENT = 2

interface State {
  cursor: string | undefined
  /** The first line did not come in so many connections. */
  silent: number
  /** Something between collects the stream. */
  isHeldBack: boolean
  pause_ms: number
}

export async function* follow(
  client: ApiClient,
  options: FollowOptions,
): AsyncGenerator<StreamedEvent> {
  const { signal, max_pause_ms = MAX_PAUSE_MS } = options
  const isHeldBack = options.transport === 'poll'
  const state: State = { cursor: undefined, silent: 0, isHeldBack, pause_ms: FIRST_PAUSE_MS }
  while (!signal.aborted) {
    try {
      yield* state.isHeldBack ? poll(client, options, state) : stream(client, options, state)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof CliFailure && isFinal(error)) throw error
      const pause_ms = Math.round(state.pause_ms * (0.5 + Math.random() / 2))
      state.pause_ms = Math.min(2 * state.pause_ms, max_pause_ms)
      options.interrupted?.(error instanceof Error ? error.message : String(error), pause_ms)
      await pause(pause_ms, signal)
    }
  }
}

function isFinal({ exit }: CliFailure): boolean {
  return exit === EXIT.refused || exit === EXIT.failed
}

async function* stream(
  client: ApiClient,
  options: FollowOptions,
  state: State,
): AsyncGenerator<StreamedEvent> {
  const { idle_ms = IDLE_MS } = options
  const attempt = new AbortController()
  const stop = () => attempt.abort()
  options.signal.addEventListener('abort', stop)
  let isOpen = false
  const watch = watchdog(() => {
    if (!isOpen) state.isHeldBack = ++state.silent >= MAX_SILENT
    stop()
  })
  try {
    watch.reset(Math.max(idle_ms, FIRST_LINE_MS))
    const response = await request(client, options, state, attempt.signal, 'text/event-stream')
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      state.isHeldBack = true
      return
    }
    watch.reset(FIRST_LINE_MS)
    const reader = new BlockReader()
    for await (const bytes of response.body ?? []) {
      if (!isOpen) opened(options, state)
      isOpen = true
      state.silent = 0
      watch.reset(idle_ms)
      for (const { id, data } of reader.push(bytes)) {
        if (data !== '') yield* once(state, JSON.parse(data) as StreamedEvent)
        else if (id !== undefined) state.cursor = latest(state.cursor, id)
      }
    }
  } finally {
    watch.stop()
    options.signal.removeEventListener('abort', stop)
    stop()
  }
}

async function* poll(
  client: ApiClient,
  options: FollowOptions,
  state: State,
): AsyncGenerator<StreamedEvent> {
  const limit = AbortSignal.any([options.signal, AbortSignal.timeout(1_000 * (POLL_S + 10))])
  const wait = state.cursor === undefined ? '0' : String(POLL_S)
  const response = await request(client, options, state, limit, 'application/json', { wait })
  const page = (await response.json()) as { data: StreamedEvent[]; cursor: string }
  opened(options, state)
  for (const event of page.data) yield* once(state, event)
  state.cursor = latest(state.cursor, page.cursor)
}

function opened(options: FollowOptions, state: State): void {
  state.pause_ms = FIRST_PAUSE_MS
  options.connected?.()
}

/** A position that has been yielded is not yielded again, whatever the server repeats. */
function* once(state: State, event: StreamedEvent): Generator<StreamedEvent> {
  if (state.cursor !== undefined && Number(event.cursor) <= Number(state.cursor)) return
  state.cursor = event.cursor
  yield event
}

function latest(known: string | undefined, cursor: string): string {
  return known !== undefined && Number(known) > Number(cursor) ? known : cursor
}

async function request(
  client: ApiClient,
  options: FollowOptions,
  state: State,
  signal: AbortSignal,
  accept: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { merchant_id, event_types, since } = options
  const start =
    state.cursor !== undefined
      ? { after: state.cursor }
      : since === undefined
        ? {}
        : { since: since.toISOString() }
  const query = { ...start, ...(event_types === undefined ? {} : { event_types }), ...more }
  const path = `/events/${merchant_id}/stream`
  const response = await client.send('GET', path, { query, signal, headers: { Accept: accept } })
  if (response.ok) return response
  const wait_s = Number(response.headers.get('retry-after') ?? 0)
  if (response.status === 429) state.pause_ms = Math.max(state.pause_ms, 1_000 * wait_s)
  throw await refusal(response)
}

function watchdog(bark: () => void) {
  let timer: NodeJS.Timeout | undefined
  return {
    reset(ms: number) {
      clearTimeout(timer)
      timer = setTimeout(bark, ms)
    },
    stop: () => clearTimeout(timer),
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
