// A shopper's message when a payment fails: the reason in the decline table's words, and the next step.
import type { MessageKey } from '@florin/locales/text.ts'

interface Explanation {
  reason: MessageKey
  advice: MessageKey
}

type After<Prefix extends string, Key = MessageKey> = Key extends `${Prefix}${infer Name}`
  ? Name
  : never

type Row = readonly [reason: After<'reason_'>, advice: After<'advice_'>]

const rows: Readonly<Record<string, Row>> = {
  UE_1000: ['problem', 'other'],
  UE_1001: ['funds', 'other'],
  UE_1002: ['expired', 'other'],
  UE_1003: ['number', 'check'],
  UE_1004: ['code', 'check'],
  UE_1005: ['pin', 'check'],
  UE_1006: ['lost', 'bank'],
  UE_1007: ['declined', 'other'],
  UE_1008: ['unsupported', 'other'],
  UE_1009: ['not_permitted', 'bank'],
  UE_1010: ['not_permitted', 'other'],
  UE_1011: ['limit', 'other'],
  UE_1012: ['security', 'bank'],
  UE_1013: ['declined', 'bank'],
  UE_1014: ['number', 'check'],
  UE_1015: ['inactive', 'bank'],
  UE_1016: ['not_permitted', 'other'],
  UE_1017: ['cancelled', 'other'],
  UE_1018: ['duplicate', 'status'],
  UE_1099: ['declined', 'other'],
  UE_2000: ['not_permitted', 'seller'],
  UE_2001: ['unavailable', 'seller'],
  UE_2002: ['auth_open', 'confirm'],
  UE_2003: ['blocked', 'seller'],
  UE_2004: ['currency', 'seller'],
  UE_3000: ['temporary', 'later'],
  UE_3001: ['temporary', 'later'],
  UE_3002: ['temporary', 'again'],
  UE_3003: ['timeout', 'again'],
  UE_4000: ['data', 'check'],
  UE_4001: ['data', 'check'],
  UE_4002: ['code', 'check'],
  UE_4003: ['session', 'again'],
  UE_4004: ['problem', 'again'],
  UE_5001: ['auth_failed', 'other'],
  UE_5002: ['auth_failed', 'bank'],
  UE_5003: ['auth_open', 'confirm'],
  UE_5004: ['auth_failed', 'other'],
  UE_5005: ['auth_down', 'later'],
  UE_5006: ['auth_failed', 'bank'],
  UE_5007: ['auth_failed', 'other'],
  UE_5008: ['auth_down', 'other'],
  UE_5009: ['auth_down', 'later'],
  UE_5010: ['unsupported', 'other'],
  UE_5011: ['auth_open', 'confirm'],
  UE_5012: ['unsupported', 'other'],
  UE_5013: ['expired', 'other'],
  UE_5014: ['number', 'check'],
  UE_5015: ['not_permitted', 'other'],
  UE_5016: ['number', 'check'],
  UE_5017: ['security', 'bank'],
  UE_5018: ['lost', 'bank'],
  UE_5019: ['not_permitted', 'other'],
  UE_5020: ['data', 'check'],
  UE_5021: ['auth_open', 'confirm'],
  UE_9000: ['unknown', 'other'],
}

export const explainedCodes: readonly string[] = Object.keys(rows)

export function explain(unified_code: string | null): Explanation {
  const [reason, advice]: Row = rows[unified_code ?? ''] ?? ['unknown', 'other']
  return { reason: `reason_${reason}`, advice: `advice_${advice}` }
}
