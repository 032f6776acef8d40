// The plan for an operation that only the provider has: the action, and the writes that carry it out.
import type { Write } from '#kernel/change.ts'

interface Done {
  writes: Write[]
  /** The payment gets another status. */
  moves?: boolean
  /** After the writes: commits the operation's outcome. If the process ends before, recovery polls the provider. */
  settle?: () => Promise<unknown>
}

export type Plan = { action: string } & (Done | { writes?: never; moves?: never; why: string })

export function nothing(action: string): Plan {
  return { action, why: '' }
}

export function forOperator(why: string): Plan {
  return { action: 'needs a person', why }
}
