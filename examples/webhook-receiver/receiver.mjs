// A server that receives webhooks: plain Node, no packages.
//
//   WEBHOOK_SECRET=… PORT=4000 EVENTS_FILE=events.jsonl node receiver.mjs
//
// It does what every receiver should: it verifies the raw bytes, refuses what is old, stores each event
// once under its event_id, answers at once, and only then gets to work.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const { WEBHOOK_SECRET: secret, PORT = '4000', EVENTS_FILE: file = 'events.jsonl' } = process.env
if (!secret) throw new Error('Set WEBHOOK_SECRET to the payment_response_hash_key of your profile.')

const OLDEST_SECONDS = 5 * 60
const LARGEST_BYTES = 1_000_000

/** Every event we have stored. In your shop this is a table with event_id as its key. */
const stored = new Set(
  existsSync(file)
    ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line).event_id)
    : [],
)

export const server = createServer(async (request, response) => {
  const answer = (status) => response.writeHead(status).end()
  const raw = await readRaw(request)
  if (raw === undefined) return answer(413)
  if (!isGenuine(request.headers, raw)) return answer(401)
  const event = JSON.parse(raw)
  // An event may come more than once: the second time there is nothing to do, and that is a success.
  if (!stored.has(event.event_id)) {
    appendFileSync(file, `${raw}\n`)
    stored.add(event.event_id)
    setImmediate(() => handle(event))
  }
  answer(204)
})

/** The bytes as they came. A parsed and rewritten body is another body: its signature would be wrong. */
async function readRaw(request) {
  const chunks = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > LARGEST_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Both signatures must be right; the second one also covers the time, so an old message cannot pass. */
function isGenuine(headers, raw) {
  const body = createHmac('sha512', secret).update(raw).digest('hex')
  if (!isAmong(body, headers['x-webhook-signature-512'], ',')) return false

  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const message = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(raw)
  if (!isAmong(`v1,${message.digest('base64')}`, headers['webhook-signature'], ' ')) return false
  return Math.abs(Date.now() / 1000 - Number(timestamp)) <= OLDEST_SECONDS
}

/** While a secret is being replaced there are two signatures. Compared in constant time. */
function isAmong(wanted, header = '', separator) {
  return header.split(separator).some((given) => {
    const [a, b] = [Buffer.from(wanted), Buffer.from(given)]
    return a.length === b.length && timingSafeEqual(a, b)
  })
}

/** Here your shop goes to work: match the order, and skip news that is older than what you have. */
function handle({ event_type, is_test, content: { object } }) {
  const order = object.metadata?.order_id ?? object.payment_id
  console.log(`${event_type} for order ${order}: ${object.status}${is_test ? ' (a test)' : ''}`)
}

server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${server.address().port}/webhooks`)
})
