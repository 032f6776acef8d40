// Logs are JSON lines. Secrets are redacted by field name, in any object; request and response bodies are never
// logged.
import { type LogFn, type Logger, pino } from 'pino'

export type Log = Logger

/**
 * Fields whose values never reach a log, at the top or up to two objects deep: request fields, the instruments made
 * from them, and URL parameters that open something without a key.
 */
export const redacted = [
  'account',
  'account_holder_name',
  'account_number',
  'api-key',
  'api_key',
  'attempt_id',
  'authorization',
  'bank_account_number',
  'card_cvc',
  'card_holder_name',
  'card_number',
  'client_secret',
  'cookie',
  'custom_http_headers',
  'cvc',
  'email',
  'iban',
  'number',
  'password',
  'payment_method_data',
  'payment_response_hash_key',
  'payout_method_data',
  'phone',
  'phone_number',
  'publishable_key',
  'routing_number',
  'secret',
  'tax_id',
  'token',
  'url_with_password',
  'vpa',
  'wallet_address',
] as const

export const REDACTED = '[redacted]'
const names: ReadonlySet<string> = new Set(redacted)

export function isRedacted(name: string): boolean {
  return names.has(name)
}

/** URL parameters without the values that are credentials. */
export function withoutRedacted(params: unknown): Record<string, string> {
  const entries = Object.entries((params ?? {}) as Record<string, string>)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isRedacted(name) ? REDACTED : value]),
  )
}

/** PostgreSQL quotes the refused row in its message, so a database error is logged without its message. */
function describe(error: unknown): object {
  const { name, code, table, constraint, routine, stack } = error as Error & Record<string, unknown>
  const [, ...frames] = (stack ?? '').split('\n    at ')
  const { severity } = error as { severity?: unknown }
  const message = severity === undefined ? (error as Error).message : undefined
  return { name, message, code, table, constraint, routine, frames }
}

/**
 * While the database is away every request and every sweep fails; the database itself reports the outage, so the rest
 * is logged at level debug.
 */
function quietInOutage(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
  const { err } = (args[0] ?? {}) as { err?: { is_outage?: unknown } | null }
  const log = err?.is_outage === true ? this.debug : method
  log.apply(this, args)
}

export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const paths = redacted.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths, censor: REDACTED },
    serializers: { err: describe },
    hooks: { logMethod: quietInOutage },
  }
  return destination ? pino(options, destination) : pino(options)
}
