// In the sandbox a developer can ask for bad luck: `X-Sandbox-Delay-Ms` and `X-Sandbox-Acquirer` are
// handed on to the bank. In production the headers mean nothing.
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import type { NotSent } from '#core/providers/provider.ts'

const DOWN = 'down'

const acquirer: Readonly<Record<string, string>> = {
  timeout: 'timeout',
  down: DOWN,
  duplicate: 'duplicate',
}
const LONGEST_DELAY_MS = 30_000

/** Who asked for an acquirer that cannot be reached gets one: nothing is sent. */
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
  const faults = [delay(headers['x-sandbox-delay-ms']), misfortune(headers['x-sandbox-acquirer'])]
  return faults.filter((fault) => fault !== undefined).join(', ') || undefined
}

function delay(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const ms = Number(header)
  if (Number.isInteger(ms) && ms >= 0 && ms <= LONGEST_DELAY_MS) return `delay=${ms}`
  throw new Failure(
    'IR_04',
    `X-Sandbox-Delay-Ms must be a whole number from 0 to ${LONGEST_DELAY_MS}.`,
    {
      field: 'X-Sandbox-Delay-Ms',
    },
  )
}

function misfortune(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  const fault = acquirer[String(header)]
  if (fault !== undefined) return fault
  throw new Failure(
    'IR_04',
    `X-Sandbox-Acquirer must be one of: ${Object.keys(acquirer).join(', ')}.`,
    {
      field: 'X-Sandbox-Acquirer',
    },
  )
}
