// A mail server on loopback that keeps what it receives. The first mails can be refused.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers and body, as they were sent. */
  readonly source: string
}

export interface MailServer extends AsyncDisposable {
  readonly url: string
  readonly received: readonly ReceivedMail[]
  /** Number of refused mails. */
  readonly refused: () => number
}

export interface MailServerOptions {
  /** The answer codes to the first mails; later ones are accepted. */
  readonly refuse?: readonly number[]
  /** For `smtps:`, with any user and password. */
  readonly tls?: { readonly key: string; readonly cert: string }
}

export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const codes = [...(options.refuse ?? [])]
  const received: ReceivedMail[] = []
  let refused = 0
  const server = new SMTPServer({
    authOptional: true,
    ...(options.tls
      ? {
          ...options.tls,
          secure: true,
          onAuth: (_auth, _session, done) => done(null, { user: 'any' }),
        }
      : { disabledCommands: ['STARTTLS', 'AUTH'] }),
    onRcptTo(_, __, done) {
      const responseCode = codes.shift()
      if (responseCode === undefined) return done()
      refused += 1
      return done(Object.assign(new Error('not now'), { responseCode }))
    },
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      const from = mailFrom === false ? '' : mailFrom.address
      const to = rcptTo.map(({ address }) => address)
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        received.push({ from, to, source: Buffer.concat(parts).toString() })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: options.tls ? `smtps://localhost:${port}` : `smtp://127.0.0.1:${port}`,
    received,
    refused: () => refused,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
