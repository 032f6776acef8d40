import type { DeclineCode } from '#core/declines.ts'

/** The three error codes for a capture, void or refund. */
export function toRefusalCode(decline: DeclineCode): 'PE_01' | 'PE_02' | 'PE_03' {
  if (decline === 'UE_1001') return 'PE_02'
  return decline === 'UE_1002' || decline === 'UE_5013' ? 'PE_03' : 'PE_01'
}
