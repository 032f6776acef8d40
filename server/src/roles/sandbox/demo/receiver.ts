// The merchant's server that receives the demo's webhooks. The online shop's is overloaded now and then, so that
// deliveries are retried; the roastery's has been failing for a few days.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Receiver {
  readonly url: string
  /** From now on the roastery's endpoint answers 503. */
  breakRoastery(): void
  close(): Promise<void>
}

const OVERLOADED_EVERY = 40

export function openReceiver(port = 0, isBroken = false): Promise<Receiver> {
  let isRoasteryBroken = isBroken
  let count = 0
  const server = createServer((request, response) => {
    request.resume()
    const isRoastery = request.url === '/roastery'
    const isOverloaded = !isRoastery && ++count % OVERLOADED_EVERY === 0
    const status = isOverloaded || (isRoastery && isRoasteryBroken) ? 503 : 200
    response.writeHead(status, { 'Content-Type': 'text/plain' })
    response.end(status === 200 ? 'ok' : 'Service unavailable, try again later')
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      resolve({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        breakRoastery: () => {
          isRoasteryBroken = true
        },
        close: async () => {
          server.close().closeAllConnections()
        },
      })
    })
  })
}
