// Requests with a publishable key from many loopback addresses, at a steady rate while standard input says `on`.
// Prints how often each status came. A separate process that writes bytes to sockets, so that it takes as little as
// possible from the machine on which others are measured.
//
// node test/contention/flood.ts URL KEY PAYMENT_ID ADDRESSES RATE
import { connect, type Socket } from 'node:net'
import { exampleCard } from '#resources/payments/payments/example.ts'

const [url = '', key = '', payment_id = '', addresses = '1', rate = '1'] = process.argv.slice(2)
const { hostname, port } = new URL(url)
const SOCKETS_PER_ADDRESS = 40

/** One address's sockets, opened when they are needed: the server closes idle ones. */
class Source {
  private readonly idle: Socket[] = []
  private open = 0
  private readonly address: string

  constructor(address: string) {
    this.address = address
  }

  take(): Socket | undefined {
    return this.idle.pop() ?? (this.open < SOCKETS_PER_ADDRESS ? this.connect() : undefined)
  }

  /** One request at a time on each socket; an answer arrives in one piece. */
  private connect(): Socket {
    const socket = connect({
      host: hostname,
      port: Number(port),
      localAddress: this.address,
      noDelay: true,
    })
    this.open++
    socket.on('data', (answer) => {
      const line = answer.toString('latin1', 0, 12)
      if (!line.startsWith('HTTP/1.1 ')) return
      count(line.slice(9))
      this.idle.push(socket)
    })
    socket.on('error', () => count('error'))
    socket.on('close', () => {
      this.open--
      const at = this.idle.indexOf(socket)
      if (at >= 0) this.idle.splice(at, 1)
    })
    return socket
  }
}

const kinds = [
  bytesOf('POST', '/tokens', { card: exampleCard }),
  bytesOf('POST', `/payments/${payment_id}/confirm`, { client_secret: 'guessed' }),
  bytesOf('GET', `/payments/${payment_id}`),
]
const statuses: Record<string, number> = {}
const sources = Array.from({ length: Number(addresses) }, (_, n) => new Source(`127.0.0.${n + 2}`))

function bytesOf(method: string, path: string, body?: object): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const about = text && `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n`
  return `${method} ${path} HTTP/1.1\r\nHost: ${hostname}\r\napi-key: ${key}\r\n${about}\r\n${text}`
}

function count(name: string): void {
  statuses[name] = (statuses[name] ?? 0) + 1
}

let isOn = false
let [sent, due, last] = [0, 0, performance.now()]
const timer = setInterval(() => {
  const now = performance.now()
  if (isOn) due += ((now - last) / 1000) * Number(rate)
  last = now
  for (; sent < due; sent++) {
    const socket = sources[sent % sources.length]?.take()
    if (socket === undefined) count('no socket left')
    else socket.write(kinds[sent % kinds.length] ?? '')
  }
}, 5)

for await (const line of process.stdin.setEncoding('utf8')) {
  const word = String(line).trim().split('\n').at(-1)
  isOn = word === 'on'
  if (word === 'end') break
}
clearInterval(timer)
await new Promise((resolve) => setTimeout(resolve, 500))
process.stdout.write(JSON.stringify(statuses), () => process.exit())
