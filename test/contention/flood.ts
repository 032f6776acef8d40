// Requests with a publishable key from many addresses of loopback, at a steady rate while standard input says `on`.
// Prints how often each status came. A process of its own, so that it does not slow down who measures.
//
//   node test/contention/flood.ts URL KEY PAYMENT_ID ADDRESSES RATE
import { Agent, request } from 'node:http'
import { exampleCard } from '#resources/payments/example.ts'

const [url = '', key = '', payment_id = '', addresses = '1', rate = '1'] = process.argv.slice(2)
const ADDRESSES = Number(addresses)
const statuses: Record<string, number> = {}
const agents = Array.from(
  { length: ADDRESSES },
  (_, n) => new Agent({ keepAlive: true, maxSockets: 4, localAddress: `127.0.0.${n + 2}` }),
)
const wrong = JSON.stringify({ client_secret: 'guessed' })
const kinds = [
  { method: 'POST', path: '/tokens', body: JSON.stringify({ card: exampleCard }) },
  { method: 'POST', path: `/payments/${payment_id}/confirm`, body: wrong },
  { method: 'GET', path: `/payments/${payment_id}`, body: undefined },
]
const send = (n: number) => {
  const { method, path, body } = kinds[n % kinds.length] ?? { method: 'GET', path: '/', body: '' }
  const headers = { 'api-key': key, ...(body ? { 'content-type': 'application/json' } : {}) }
  const agent = agents[n % ADDRESSES]
  if (agent === undefined) return
  const call = request(`${url}${path}`, { method, headers, agent }, (answer) => {
    statuses[answer.statusCode ?? 0] = (statuses[answer.statusCode ?? 0] ?? 0) + 1
    answer.resume()
  })
  call.on('error', () => (statuses['error'] = (statuses['error'] ?? 0) + 1))
  call.end(body)
}
let isOn = false
let [sent, due, last] = [0, 0, performance.now()]
const timer = setInterval(() => {
  const now = performance.now()
  if (isOn) due += ((now - last) / 1000) * Number(rate)
  last = now
  for (; sent < due; sent++) send(sent)
}, 5)
for await (const line of process.stdin.setEncoding('utf8')) {
  const word = String(line).trim().split('\n').at(-1)
  isOn = word === 'on'
  if (word === 'end') break
}
clearInterval(timer)
await new Promise((resolve) => setTimeout(resolve, 500))
process.stdout.write(JSON.stringify(statuses))
for (const agent of agents) agent.destroy()
