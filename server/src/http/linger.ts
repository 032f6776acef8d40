import type { IncomingMessage } from 'node:http'

// As long as a request may take at most.
const LINGER_MS = 30_000

/**
 * For a request that is refused before all of it has come. Closing its connection would make the system
 * answer what still comes with a reset, and that takes the refusal away from a caller who has not read it
 * yet. So the connection is closed on our side alone, and what comes is thrown away until theirs closes.
 */
export function lingerOver(request: IncomingMessage): void {
  const { socket } = request
  const close = () => Object.getPrototypeOf(socket).destroySoon.call(socket) as void
  socket.destroySoon = () => {
    if (request.complete) return close()
    request.resume()
    socket.end()
    const patience = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => clearTimeout(patience))
  }
}
