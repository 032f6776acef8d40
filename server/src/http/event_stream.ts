// Server-Sent Events: a verb returns an `EventStream` to send events for as long as the connection may last.
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

const EVENT_STREAM = 'text/event-stream'

/** A client that stops reading is disconnected this long after its stream should have ended. */
const GRACE_MS = 10_000

export class EventStream {
  readonly text: Readable
  readonly lifetime_ms: number
  /** Called when the connection has closed: a generator that waits does not notice by itself. */
  readonly end: () => void

  constructor({ text, lifetime_ms, end }: Pick<EventStream, 'text' | 'lifetime_ms' | 'end'>) {
    this.text = text
    this.lifetime_ms = lifetime_ms
    this.end = end
  }
}

/** EventSource names the type; other clients get JSON. */
export function wantsEventStream(
  headers: Readonly<Record<string, string | string[] | undefined>> = {},
): boolean {
  const { accept } = headers
  return typeof accept === 'string' && accept.toLowerCase().includes(EVENT_STREAM)
}

export function sendEventStream(
  reply: FastifyReply,
  { text, lifetime_ms, end }: EventStream,
): FastifyReply {
  // A HEAD request has no body to wait for.
  if (reply.request.method === 'HEAD') {
    end()
    text.destroy()
    return reply.type(EVENT_STREAM).send('')
  }
  const late = setTimeout(() => reply.raw.destroy(), lifetime_ms + GRACE_MS)
  reply.raw.once('close', () => {
    clearTimeout(late)
    end()
    text.destroy()
  })
  reply.request.streams_from = reply.elapsedTime
  return (
    reply
      .type(`${EVENT_STREAM}; charset=utf-8`)
      .header('Cache-Control', 'no-store')
      // nginx would collect events until its buffer is full.
      .header('X-Accel-Buffering', 'no')
      .send(text)
  )
}
