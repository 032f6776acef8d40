// A program for any runtime: one call with a retry, a list and a webhook, without a server. Prints the runtime.
import { Florin, NotFoundError } from 'florin'

const answers = [
  [503, { error: { code: 'HE_00', message: 'busy' } }, { 'Retry-After': '0' }],
  [200, { payment_id: 'pay_1', status: 'succeeded' }],
  [200, { data: [{ payment_id: 'pay_2' }], has_more: true }],
  [200, { data: [{ payment_id: 'pay_1' }], has_more: false }],
  [404, { error: { code: 'IR_05', message: 'missing', doc_url: 'https://pay.example.com/docs' } }],
]
const keys = []
const florin = new Florin({
  apiKey: 'snd_1',
  baseUrl: 'https://pay.example.com',
  fetch: async (_, { headers }) => {
    keys.push(headers.get('idempotency-key'))
    const [status, body, more] = answers.shift()
    return new Response(JSON.stringify(body), { status, headers: more })
  },
})

function assert(isTrue, what) {
  if (!isTrue) throw new Error(what)
}

const payment = await florin.payments.create({ amount: 1, currency: 'EUR' })
assert(payment.status === 'succeeded' && keys[0] !== null && keys[0] === keys[1], 'a retry')
const ids = []
for await (const each of florin.payments.list({ limit: 1 })) ids.push(each.payment_id)
assert(ids.join() === 'pay_2,pay_1', 'a list')
const error = await florin.payments.retrieve('pay_3').catch((reason) => reason)
assert(error instanceof NotFoundError && error.docUrl.endsWith('/docs'), 'an error')

const body = JSON.stringify({ event_type: 'payment_succeeded' })
const signed = await mac('SHA-512', body)
const timestamp = String(Math.floor(Date.now() / 1000))
const standard = await mac('SHA-256', `evt_1.${timestamp}.${body}`)
const headers = {
  'X-Webhook-Signature-512': [...signed].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
  'webhook-id': 'evt_1',
  'webhook-timestamp': timestamp,
  'webhook-signature': `v1,${btoa(String.fromCharCode(...standard))}`,
}
const event = await florin.webhooks.verify(body, headers, 'secret')
assert(event.event_type === 'payment_succeeded', 'a webhook')

async function mac(hash, text) {
  const encode = (value) => new TextEncoder().encode(value)
  const algorithm = { name: 'HMAC', hash }
  const key = await crypto.subtle.importKey('raw', encode('secret'), algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, encode(text)))
}

const { Bun, Deno, process } = globalThis
// oxlint-disable-next-line no-console -- its only output
console.log(Bun ? `Bun ${Bun.version}` : Deno ? `Deno ${Deno.version.deno}` : `Node.js ${process.version}`)
