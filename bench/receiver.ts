// A merchant's server that uses as little CPU as possible: it reads requests from raw sockets, responds with 200 and
// records when each event arrived first. It never responds to a path that begins with /hang. The benchmarks fork it
// and send it the number of events to wait for.
import { createServer, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'

export interface Order {
  /** Clears the record, and asks for a report when this many different events have arrived. */
  until: number
}

export interface Report {
  port?: number
  ready?: boolean
  /** When each event arrived, by its id, in milliseconds since 1970. */
  arrived?: [event_id: string, at: number][]
}

const arrived = new Map<string, number>()
let expected = Number.POSITIVE_INFINITY

function record(head: string): void {
  const id = /x-webhook-event-id: (\S+)/i.exec(head)?.[1]
  if (id === undefined || arrived.has(id)) return
  arrived.set(id, performance.timeOrigin + performance.now())
  if (arrived.size < expected) return
  expected = Number.POSITIVE_INFINITY
  report({ arrived: [...arrived] })
}

function report(message: Report): void {
  process.send?.(message)
}

function serve(socket: Socket): void {
  let text = ''
  socket.setEncoding('latin1').setNoDelay(true)
  socket.on('error', () => socket.destroy())
  socket.on('data', (data: string) => {
    text += data
    for (;;) {
      const end = text.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = text.slice(0, end)
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (text.length < end + 4 + length) return
      text = text.slice(end + 4 + length)
      if (head.startsWith('POST /hang')) continue
      record(head)
      socket.write(OK)
    }
  })
}

if (import.meta.main) {
  process.on('message', ({ until }: Order) => {
    arrived.clear()
    expected = until
    report({ ready: true })
  })
  process.once('disconnect', () => process.exit())
  const server = createServer(serve).listen(0, '127.0.0.1', () => {
    const address = server.address()
    report({ port: typeof address === 'object' ? (address?.port ?? 0) : 0 })
  })
}
