// One JSON line per thing worth knowing. What must never be read in a log is cut out by name here,
// whatever object it travels in; bodies of requests and answers are not logged at all.
import { type Logger, pino } from 'pino'

export type Log = Logger

/** Field names whose values never reach a log, at the top or up to two objects deep. */
export const redacted = [
  'api-key',
  'api_key',
  'authorization',
  'card_cvc',
  'card_number',
  'client_secret',
  'cookie',
  'password',
  'payment_method_data',
  'payment_response_hash_key',
  'publishable_key',
  'secret',
  'token',
  'url_with_password',
] as const

export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const paths = redacted.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths, censor: '[redacted]' },
  }
  return destination ? pino(options, destination) : pino(options)
}
