// Requests with a publishable key from many addresses of loopback, at a steady rate while standard input says `on`.
// Prints how often each status came. A process of its own that writes bytes to sockets, so that it takes as little as
// possible of the machine on which others are measured.
//
//   node test/contention/flood.ts URL KEY PAYMENT_ID ADDRESSES RATE
import { connect, type Socket } from 'node:net'
import { exampleCard } from '#resources/payments/example.ts'

const [url = '', key = '', payment_id = '', addresses = '1', rate = '1'] = process.argv.slice(2)
const { hostname, port } = new URL(url)
const SOCKETS_PER_ADDRESS = 10

const kinds = [
  bytesOf('POST', '/tokens', { card: exampleCard }),
  bytesOf('POST', `/payments/${payment_id}/confirm`, { client_secret: 'guessed' }),
  bytesOf('GET', `/payments/${payment_id}`),
]
const statuses: Record<string, number> = {}
const idle: Socket[][] = []

function bytesOf(method: string, path: string, body?: object): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const about = text && `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n`
  return `${method} ${path} HTTP/1.1\r\nHost: ${hostname}\r\napi-key: ${key}\r\n${about}\r\n${text}`
}

function count(name: string): void {
  statuses[name] = (statuses[name] ?? 0) + 1
}

/** One request at a time on each socket; an answer arrives in one piece. */
async function open(localAddress: string, free: Socket[]): Promise<void> {
  const socket = connect({ host: hostname, port: Number(port), localAddress, noDelay: true })
  socket.on('data', (answer) => {
    const line = answer.toString('latin1', 0, 12)
    if (!line.startsWith('HTTP/1.1 ')) return
    count(line.slice(9))
    free.push(socket)
  })
  socket.on('error', () => count('error'))
  await new Promise((resolve) => socket.once('connect', resolve))
  free.push(socket)
}

for (let n = 0; n < Number(addresses); n++) {
  const free: Socket[] = []
  idle.push(free)
  for (let each = 0; each < SOCKETS_PER_ADDRESS; each++) await open(`127.0.0.${n + 2}`, free)
}

let isOn = false
let [sent, due, last] = [0, 0, performance.now()]
const timer = setInterval(() => {
  const now = performance.now()
  if (isOn) due += ((now - last) / 1000) * Number(rate)
  last = now
  for (; sent < due; sent++) {
    const socket = idle[sent % idle.length]?.pop()
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
