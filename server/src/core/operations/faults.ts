// In the sandbox a developer can request faults with `X-Sandbox-Delay-Ms` and `X-Sandbox-Acquirer`, which are passed
// to the bank. Production ignores the headers.
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import type { NotSent } from '#core/providers/provider.ts'

const DOWN = 'down'

const acquirer: Readonly<Record<string, string>> = {
  timeout: 'timeout',
  down: DOWN,
  duplicate: 'duplicate',
}
const MAX_DELAY_MS = 30_000

/** Sends nothing if the request asked for an unreachable acquirer. */
export async function unlessDown<T>(
  faults: string | undefined,
  call: () => Promise<T>,
): Promise<T | NotSent> {
  if (faults?.includes(DOWN)) return { result: 'not_sent', reason: 'unreachable' }
  return call()
}

export function faultsOf(context: Context): string | undefined {
  if (context.environment !== 'sandbox' || !context.request) return undefined
  const { headers } = context.request
  const faults = [
    delay(headers['x-sandbox-delay-ms']),
    acquirerFault(headers['x-sandbox-acquirer']),
  ]
  return faults.filter((fault) => fault !== undefined).join(', ') || undefined
}

function delay(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const ms = Number(header)
  if (Number.isInteger(ms) && ms >= 0 && ms <= MAX_DELAY_MS) return `delay=${ms}`
  const field = 'X-Sandbox-Delay-Ms'
  throw new Failure('IR_04', `${field} must be a whole number from 0 to ${MAX_DELAY_MS}.`, {
    field,
  })
}

function acquirerFault(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const fault = acquirer[String(header)]
  if (fault !== undefined) return fault
  const field = 'X-Sandbox-Acquirer'
  const known = Object.keys(acquirer).join(', ')
  throw new Failure('IR_04', `${field} must be one of: ${known}.`, { field })
}
