// E-mail over SMTP. Errors name a code and never the server's response text, which can contain an address.
import type { createTransport } from 'nodemailer'

declare module '#kernel/context.ts' {
  interface Services {
    /** Undefined: this deployment sends no e-mail. */
    readonly mailer: Mailer | undefined
    /** Users are invited by mail only. */
    readonly require_mail: boolean
  }
}

export interface Mail {
  /** Becomes the Message-ID, so that a mailbox can recognize a mail that is sent twice. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface Mailer {
  /** Resolves when the server has accepted the mail; rejects with a MailError. */
  send(mail: Mail): Promise<void>
}

export class MailError extends Error {
  /** The server refuses this mail, and will refuse it again. */
  readonly is_permanent: boolean

  constructor(message: string, is_permanent: boolean) {
    super(message)
    this.is_permanent = is_permanent
  }
}

export interface MailerOptions {
  readonly url: string
  readonly from: string
  /** Also without TLS, if the server offers none. */
  readonly allows_plaintext: boolean
}

const TIMEOUT_MS = 10_000

/** The connection must be encrypted, unless plaintext is allowed: `smtps:`, or `smtp:` with STARTTLS. */
export function createMailer({ url, from, allows_plaintext }: MailerOptions): Mailer {
  const options = {
    url,
    requireTLS: !allows_plaintext && new URL(url).protocol === 'smtp:',
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: 3 * TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  let transport: ReturnType<typeof createTransport> | undefined
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ id, ...mail }) {
      try {
        transport ??= (await import('nodemailer')).createTransport(options)
        await transport.sendMail({ ...mail, from, messageId: `<${id}@${domain}>` })
      } catch (error) {
        throw mailError(error)
      }
    },
  }
}

/** About the recipient or the mail itself; other refusals are about the connection or the account. */
const ABOUT_MAIL: ReadonlySet<string> = new Set(['EENVELOPE', 'EMESSAGE'])

function mailError(error: unknown): MailError {
  const { code = 'error', responseCode } = error as { code?: string; responseCode?: number }
  const answer = responseCode === undefined ? '' : `, answer ${responseCode}`
  const is_permanent = ABOUT_MAIL.has(code) && (responseCode ?? 0) >= 500
  return new MailError(`the mail server could not be used: ${code}${answer}`, is_permanent)
}
