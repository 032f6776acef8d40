// A failed command prints one sentence that says what to do. Only a bug prints a stack trace.
import { ConfigError } from '#config.ts'
import { Failure, UsageError } from '#errors.ts'
import { MigrationFailed } from '#kernel/migrate.ts'

const PAGE = 'docs/reference/configuration.md'

interface ErrorWithCode extends Error {
  readonly code?: string
  readonly cause?: unknown
}

/** By Node.js, OpenSSL or PostgreSQL code; `<message>` is added in parentheses. */
const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED:
    'PostgreSQL does not answer at DATABASE_URL. Is it running, and are the host and the port correct?',
  ECONNRESET: 'PostgreSQL closed the connection. Does DATABASE_URL point to PostgreSQL?',
  ENOTFOUND: 'The host name in DATABASE_URL is unknown. Check its spelling and the DNS.',
  EAI_AGAIN: 'The host name in DATABASE_URL could not be resolved. Check the DNS.',
  ETIMEDOUT: 'The connection to DATABASE_URL timed out. Check the network and the firewall.',
  EHOSTUNREACH: 'The host in DATABASE_URL cannot be reached. Check the network and the firewall.',
  EADDRINUSE:
    'The port is in use: set FLORIN_PORT, FLORIN_METRICS_PORT or FLORIN_WORKER_METRICS_PORT to another one.',
  EADDRNOTAVAIL:
    'This machine does not have that address: check FLORIN_HOST and FLORIN_METRICS_HOST.',
  EACCES: 'Permission denied. A port below 1024 needs privileges: use a higher one, or a proxy.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'PostgreSQL has a self-signed certificate: set PGSSLROOTCERT to it.',
  SELF_SIGNED_CERT_IN_CHAIN:
    "PostgreSQL's certificate is signed by an unknown authority: set PGSSLROOTCERT to the authority's certificate.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "PostgreSQL's certificate is signed by an unknown authority: set PGSSLROOTCERT to the authority's certificate.",
  CERT_HAS_EXPIRED: "PostgreSQL's certificate has expired. Renew it.",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "PostgreSQL's certificate is for another host name than the one in DATABASE_URL.",
  '3D000': 'The database in DATABASE_URL does not exist. Create it: createdb <name>.',
  '28P01': 'PostgreSQL refused the user name or the password in DATABASE_URL.',
  '28000': 'PostgreSQL does not let this user in. Check DATABASE_URL and pg_hba.conf.',
  '42501': 'The user in DATABASE_URL lacks a privilege. Run `florin-server migrate` as the owner.',
  '53300': 'PostgreSQL has no connection left: raise max_connections, or run fewer processes.',
  '57P03': 'PostgreSQL is starting or stopping. Try again in a moment.',
  '25006': 'The database is read-only: DATABASE_URL points to a standby.',
  '53100': "PostgreSQL's disk is full.",
  '42P01': 'A table is missing: run `florin-server migrate` first.',
  '42703': "A column is missing: run this version's `florin-server migrate` first.",
  '42704': 'A table is missing: run `florin-server migrate` first.',
  '3F000': 'A table is missing: run `florin-server migrate` first.',
}

/** For errors without a code. */
const byMessage: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [
    /does not support SSL/,
    'PostgreSQL has no TLS, and `sslmode` in DATABASE_URL requires it. Enable TLS, or change sslmode.',
  ],
  [
    /timeout expired|Connection terminated/,
    'PostgreSQL did not accept a connection in time. Does DATABASE_URL point to PostgreSQL?',
  ],
  [
    /client password must be a string|no password/i,
    'PostgreSQL asks for a password, and DATABASE_URL has none.',
  ],
]

/** Their messages are written for the operator. */
const OWN = [UsageError, Failure, MigrationFailed]

export function explain(error: unknown): string {
  if (OWN.some((own) => error instanceof own)) return (error as Error).message
  if (error instanceof ConfigError) return `${error.message}\nSee ${PAGE}.`
  const known = sentenceFor(error)
  if (known !== undefined) return known
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Libraries wrap errors; the innermost one has the code. */
function sentenceFor(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, message, cause } = error as ErrorWithCode
  const errors = error instanceof AggregateError ? error.errors : []
  for (const inner of [cause, ...errors]) {
    const found = sentenceFor(inner)
    if (found !== undefined) return found
  }
  const sentence =
    code !== undefined && Object.hasOwn(sentences, code)
      ? sentences[code]
      : byMessage.find(([pattern]) => pattern.test(message))?.[1]
  return sentence && `${sentence} (${message || code})`
}
