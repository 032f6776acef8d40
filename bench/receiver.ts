// A merchant's server that costs as little CPU as possible: it reads requests off raw sockets, answers
// 200 and notes when each event came first. A path that begins with /hang is never answered. Forked by
// the benchmarks, which tell it how many events to wait for.
import { createServer, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'

export interface Order {
  /** Forgets what came, and tells when so many different events have come. */
  until: number
}

export interface ReceiverMessage {
  port?: number
  ready?: boolean
  /** When each came, by its id, in milliseconds since 1970. */
  came?: [event_id: string, at: number][]
}

const came = new Map<string, number>()
let wanted = Number.POSITIVE_INFINITY

function take(head: string): void {
  const id = /x-webhook-event-id: (\S+)/i.exec(head)?.[1]
  if (id === undefined || came.has(id)) return
  came.set(id, performance.timeOrigin + performance.now())
  if (came.size < wanted) return
  wanted = Number.POSITIVE_INFINITY
  send({ came: [...came] })
}

function send(message: ReceiverMessage): void {
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
      take(head)
      socket.write(OK)
    }
  })
}

if (import.meta.main) {
  process.on('message', ({ until }: Order) => {
    came.clear()
    wanted = until
    send({ ready: true })
  })
  process.once('disconnect', () => process.exit())
  const server = createServer(serve).listen(0, '127.0.0.1', () => {
    const address = server.address()
    send({ port: typeof address === 'object' ? (address?.port ?? 0) : 0 })
  })
}
