// Maps the bank's codes to unified codes. An unknown code is UE_9000, "something went wrong": a guess could make a
// customer change the card, or a merchant retry, for no reason.
import type { DeclineCode } from '#core/declines.ts'
import type { Declined } from '../provider.ts'
import type { DeclineTable } from '../provider_type.ts'

const meanings: Readonly<Record<string, DeclineCode>> = {
  '12': 'UE_4004',
  '14': 'UE_1003',
  '17': 'UE_1017',
  '30': 'UE_4001',
  '31': 'UE_1008',
  '41': 'UE_1006',
  '43': 'UE_1006',
  '46': 'UE_1016',
  '51': 'UE_1001',
  '54': 'UE_1002',
  '55': 'UE_1005',
  '56': 'UE_1014',
  '57': 'UE_1010',
  '58': 'UE_2001',
  '59': 'UE_1012',
  '61': 'UE_1011',
  '62': 'UE_1009',
  '65': 'UE_2002',
  '68': 'UE_3003',
  '78': 'UE_1015',
  '91': 'UE_3001',
  '94': 'UE_1018',
  '96': 'UE_3002',
  '01': 'UE_1013',
  '05': 'UE_1007',
  '1A': 'UE_2002',
  N7: 'UE_1004',
  D01: 'UE_1099',
  R01: 'UE_2003',
  R02: 'UE_2004',
  Q01: 'UE_4002',
  Q02: 'UE_4003',
  A01: 'UE_5001',
  A02: 'UE_5002',
  A03: 'UE_5003',
  A04: 'UE_5004',
  A05: 'UE_5005',
  A06: 'UE_5006',
  A07: 'UE_5007',
  A08: 'UE_5008',
  A09: 'UE_5009',
  A10: 'UE_5010',
  A11: 'UE_5011',
  A12: 'UE_5012',
  A13: 'UE_5013',
  A14: 'UE_5014',
  A15: 'UE_5015',
  A16: 'UE_5016',
  A17: 'UE_5017',
  A18: 'UE_5018',
  A19: 'UE_5019',
  A20: 'UE_5020',
  A21: 'UE_5021',
  P01: 'UE_1016',
  P02: 'UE_1016',
  P03: 'UE_2000',
  P04: 'UE_2000',
  F01: 'UE_1016',
  invalid_request: 'UE_4001',
  unknown_parent: 'UE_4004',
  unknown_dispute: 'UE_4004',
  amount_exceeds_hold: 'UE_4004',
  amount_exceeds_captured: 'UE_4004',
  wrong_state: 'UE_4004',
  too_late: 'UE_4004',
  duplicate: 'UE_1018',
  L1: 'UE_1000',
  L2: 'UE_2000',
  L3: 'UE_3000',
  L4: 'UE_4000',
}

/** Another acquirer may approve these: the issuer did not answer, or this acquirer does not take the card. */
const elsewhere: ReadonlySet<string> = new Set(['31', '58', '68', '91', '96', 'R02'])

export function isWorthElsewhere(bank_code: string): boolean {
  return elsewhere.has(bank_code)
}

export const declineTable: DeclineTable = Object.fromEntries(
  Object.entries(meanings).map(([bank_code, code]) => [
    bank_code,
    elsewhere.has(bank_code) ? { code, elsewhere: true } : { code },
  ]),
)

export function toDeclineCode(bank_code: string): DeclineCode {
  // Own keys only, or 'constructor' would have a meaning.
  return Object.hasOwn(meanings, bank_code) ? (meanings[bank_code] ?? 'UE_9000') : 'UE_9000'
}

/** The recipient's obstacle to a payout, if the code means one. */
export function toObstacle(bank_code: string): Declined['reason'] {
  if (bank_code === 'P03') return 'ineligible'
  return bank_code === 'P04' ? 'needs_vendor_account' : null
}
