// A shop with one product: plain Node, no packages. The card number goes from the browser to Florin, never through
// this server.
//
//   BASE_URL=… API_KEY=… PUBLISHABLE_KEY=… PORT=4001 node shop.mjs
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

const { BASE_URL, API_KEY, PUBLISHABLE_KEY, PORT = '4001' } = process.env
if (!BASE_URL || !API_KEY || !PUBLISHABLE_KEY) throw new Error('Set BASE_URL, API_KEY and PUBLISHABLE_KEY.')

const page = await readFile(new URL('checkout.html', import.meta.url))

const server = createServer(async (request, response) => {
  if (request.method === 'POST' && request.url === '/orders') {
    // The amount is decided here: a browser cannot change it.
    const answer = await fetch(`${BASE_URL}/payments`, {
      method: 'POST',
      headers: { 'api-key': API_KEY, 'Content-Type': 'application/json' },
      body: JSON.stringify({ amount: 1999, currency: 'EUR', description: 'One book' }),
    })
    const { payment_id, client_secret } = await answer.json()
    response.writeHead(201, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    return response.end(
      JSON.stringify({ base_url: BASE_URL, publishable_key: PUBLISHABLE_KEY, payment_id, client_secret }),
    )
  }
  if (request.url !== '/') return response.writeHead(404).end()
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
  return response.end(page)
})

server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`The shop is at http://127.0.0.1:${server.address().port}/`)
})
