// Refused bodies: the server discards the rest of a body that it does not want.
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { monotonicMs } from '#kernel/clock.ts'

// A request's timeout.
const LINGER_MS = 30_000
/** Several times the largest file. */
const MAX_DISCARDED_BYTES = 32 * 1024 * 1024
/** Bytes are counted at these intervals, so a little more than the maximum can be read. */
const CHECK_MS = 10

/**
 * For a request that is refused before its body has arrived. If the connection were closed, the operating system
 * would answer the rest of the body with a reset, and the caller could lose the answer. So only our side is closed,
 * and the rest is discarded until the caller closes, up to a time and a byte limit.
 */
export function lingerOver(request: IncomingMessage): void {
  const { socket } = request
  // A request that this process sends to itself has no connection.
  if (!(socket instanceof Socket)) return
  limitDiscarded(request)
  const close = () => Object.getPrototypeOf(socket).destroySoon.call(socket) as void
  socket.destroySoon = () => {
    if (request.complete) return close()
    request.resume()
    socket.end()
  }
}

/** The parser reads the socket itself and emits nothing for bytes that are discarded, so they are counted here. */
function limitDiscarded(request: IncomingMessage): void {
  const { socket } = request
  const until = monotonicMs() + LINGER_MS
  const most = socket.bytesRead + MAX_DISCARDED_BYTES
  const check = setInterval(() => {
    if (request.complete || socket.destroyed) clearInterval(check)
    else if (socket.bytesRead > most || monotonicMs() > until) socket.destroy()
  }, CHECK_MS).unref()
}
