// A shop with one product: plain Node, no packages. It decides the amount and creates the payment; the card goes from
// Florin's form in the browser to Florin, never through this server or its page.
//
//   BASE_URL=http://127.0.0.1:8080 API_KEY=… PUBLISHABLE_KEY=… npm run example:shop
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

const { BASE_URL = 'http://127.0.0.1:8080', API_KEY, PUBLISHABLE_KEY, PORT = '4001' } = process.env
if (!API_KEY || !PUBLISHABLE_KEY) {
  console.error('Set API_KEY and PUBLISHABLE_KEY: `npm run sandbox` prints both.')
  process.exit(1)
}

const page = await readFile(new URL('index.html', import.meta.url))

async function florin(method, path, body) {
  const answer = await fetch(BASE_URL + path, {
    method,
    headers: { 'api-key': API_KEY, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const result = await answer.json()
  if (!answer.ok) throw new Error(result.error.message)
  return result
}

/** The amount is decided here: a browser cannot change it. */
function createOrder(own_url) {
  return florin('POST', '/payments', {
    amount: 1999,
    currency: 'EUR',
    description: 'One book',
    return_url: `${own_url}/thanks`,
    billing: {
      address: {
        line1: '12 Mill Lane', city: 'Leeds', state: 'West Yorkshire', zip: 'LS1 4AP', country: 'GB',
        first_name: 'Ada', last_name: 'King',
      },
      phone: { number: '7700900123', country_code: '+44' },
    },
  })
}

/** Only this server knows for sure whether a payment was made: it asks Florin, and not the address of the page. */
async function thanks(payment_id) {
  const { status } = await florin('GET', `/payments/${encodeURIComponent(payment_id)}`)
  const text = status === 'succeeded' ? 'Thank you for your order.' : `Your payment is ${status}.`
  return `<!doctype html><html lang="en"><title>One book</title><h1>${text}</h1><p><a href="/">Back to the shop</a></p>`
}

const server = createServer(async (request, response) => {
  const send = (status, type, body) => {
    response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' })
    response.end(body)
  }
  const own_url = `http://127.0.0.1:${server.address().port}`
  const { pathname, searchParams } = new URL(request.url, own_url)
  try {
    if (request.method === 'POST' && pathname === '/orders') {
      const { client_secret } = await createOrder(own_url)
      return send(201, 'application/json', JSON.stringify({ client_secret }))
    }
    if (pathname === '/settings') {
      return send(200, 'application/json', JSON.stringify({ base_url: BASE_URL, publishable_key: PUBLISHABLE_KEY }))
    }
    if (pathname === '/thanks') return send(200, 'text/html', await thanks(searchParams.get('payment_id') ?? ''))
    if (pathname === '/') return send(200, 'text/html', page)
    return send(404, 'text/plain', 'Not found')
  } catch (error) {
    console.error(error.message)
    return send(502, 'text/plain', 'This shop cannot take payments at the moment. Its terminal says why.')
  }
})

server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`The shop is at http://127.0.0.1:${server.address().port}/`)
})
