// Template's codes as unified codes. A code that is not listed is UE_9000: a guess could make a customer change the
// card for no reason.
import type { DeclineRow, DeclineTable } from '../provider_type.ts'

export const declines: DeclineTable = {
  declined: { code: 'UE_1007' },
  insufficient_funds: { code: 'UE_1001' },
  issuer_unavailable: { code: 'UE_3001', elsewhere: true },
}

export function declineRow(code: string): DeclineRow {
  // Own keys only, or 'constructor' would have a meaning.
  return (Object.hasOwn(declines, code) ? declines[code] : undefined) ?? { code: 'UE_9000' }
}
