// Receives callbacks for the contract tests.
import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Provider, ProviderEvent } from '#core/providers/provider.ts'

export interface Letter {
  readonly body: Buffer
  readonly headers: IncomingHttpHeaders
}

export interface Mailbox {
  readonly url: string
  /** Every event that was delivered and verified so far. */
  readonly eventsFor: (provider: Provider) => ProviderEvent[]
  /** Waits for the letter with such an event. */
  readonly letter: (provider: Provider, isIt: (event: ProviderEvent) => boolean) => Promise<Letter>
  readonly close: () => Promise<void>
}

export async function openMailbox(): Promise<Mailbox> {
  const letters: Letter[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      letters.push({ body: Buffer.concat(pieces), headers: request.headers })
      response.end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const eventsIn = (provider: Provider, { body, headers }: Letter) =>
    provider.verifyCallback(body, headers)?.events ?? []
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    eventsFor: (provider) => letters.flatMap((letter) => eventsIn(provider, letter)),
    async letter(provider, isIt) {
      for (let turn = 0; turn < 100; turn++) {
        const found = letters.find((letter) => eventsIn(provider, letter).some(isIt))
        if (found !== undefined) return found
        await new Promise((done) => setTimeout(done, 50))
      }
      return assert.fail('no such callback was delivered')
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
