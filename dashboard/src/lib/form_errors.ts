// The API's errors, and the inputs beside which they are shown.
import { ApiError, type Fault } from '../api/client.ts'

/** The API's errors by the input that shows them: the field's, or that around it. */
export function placeErrors(error: Error, find: (path: string) => string | undefined) {
  const placed: Record<string, string> = {}
  for (const { field, message } of listFaults(error)) {
    const parts = field?.split('.') ?? []
    const name = parts.map((_, n) => find(parts.slice(0, parts.length - n).join('.'))).find(Boolean)
    if (name !== undefined) placed[name] ??= nameless(message)
  }
  return placed
}

function listFaults(error: Error | null): readonly (Fault | ApiError)[] {
  if (!(error instanceof ApiError)) return []
  return error.faults.length > 0 ? error.faults : [error]
}

/** Under its label, a field needs no name. */
const nameless = (message: string) => message.replace(/^`[\w.]+` /, 'This ')

/** The API's error about a field whose editor has its own state. */
export function findFault(error: Error | null, name: string): string | undefined {
  const fault = listFaults(error).find(
    ({ field }) => field === name || field?.startsWith(`${name}.`),
  )
  return fault && nameless(fault.message)
}
