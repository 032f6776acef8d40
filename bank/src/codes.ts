// The bank's response codes. They follow ISO 8583 where possible; the others are proprietary, as every acquirer has
// some: A for 3-D Secure, R for risk and eligibility, Q for invalid requests, D for declines without a reason, F for
// refunds, P for payouts, L for a legacy acquirer's coarse codes. `means` is for tests and documentation; it is never
// sent.

export interface Code {
  readonly message: string
  readonly means: string | null
}

export const APPROVED = '00'
export const DECLINED = 'D01'
export const DUPLICATE = '94'
export const CANCELLED = '17'
export const SESSION_OVER = 'Q02'
export const INVALID_NUMBER = '14'
export const REFUND_RETURNED = 'F01'
export const PAYOUT_FAILED = 'P01'
export const PAYOUT_RETURNED = 'P02'
export const INELIGIBLE = 'P03'
export const NO_VENDOR_ACCOUNT = 'P04'

export const codes: Readonly<Record<string, Code>> = {
  '00': { message: 'Approved', means: null },
  '01': { message: 'Refer to card issuer', means: 'UE_1013' },
  '05': { message: 'Do not honor', means: 'UE_1007' },
  '12': { message: 'Invalid transaction', means: 'UE_4004' },
  '14': { message: 'Invalid card number', means: 'UE_1003' },
  '17': { message: 'Customer cancellation', means: 'UE_1017' },
  '30': { message: 'Format error', means: 'UE_4001' },
  '31': { message: 'Card scheme not supported by acquirer', means: 'UE_1008' },
  '41': { message: 'Lost card, pick up', means: 'UE_1006' },
  '43': { message: 'Stolen card, pick up', means: 'UE_1006' },
  '46': { message: 'Closed account', means: 'UE_1016' },
  '51': { message: 'Not sufficient funds', means: 'UE_1001' },
  '54': { message: 'Expired card', means: 'UE_1002' },
  '55': { message: 'Incorrect PIN', means: 'UE_1005' },
  '56': { message: 'No card record', means: 'UE_1014' },
  '57': { message: 'Transaction not permitted to cardholder', means: 'UE_1010' },
  '58': { message: 'Transaction not permitted to terminal', means: 'UE_2001' },
  '59': { message: 'Suspected fraud', means: 'UE_1012' },
  '61': { message: 'Exceeds withdrawal limit', means: 'UE_1011' },
  '62': { message: 'Restricted card', means: 'UE_1009' },
  '65': { message: 'Strong authentication required', means: 'UE_2002' },
  '68': { message: 'Response received too late', means: 'UE_3003' },
  '78': { message: 'Card not activated', means: 'UE_1015' },
  '91': { message: 'Issuer or switch inoperative', means: 'UE_3001' },
  '94': { message: 'Duplicate transmission', means: 'UE_1018' },
  '96': { message: 'System malfunction', means: 'UE_3002' },
  '1A': { message: 'Additional customer authentication required', means: 'UE_2002' },
  N7: { message: 'CVV2 mismatch', means: 'UE_1004' },
  D01: { message: 'Declined, no reason given', means: 'UE_1099' },
  R01: { message: 'Stopped by risk screening', means: 'UE_2003' },
  R02: { message: 'Currency or country outside the merchant agreement', means: 'UE_2004' },
  Q01: { message: 'CVV2 has the wrong number of digits', means: 'UE_4002' },
  Q02: { message: 'Session closed before completion', means: 'UE_4003' },
  A01: { message: '3DS: not authenticated', means: 'UE_5001' },
  A02: { message: '3DS: rejected by issuer ACS', means: 'UE_5002' },
  A03: { message: '3DS: challenge left by cardholder', means: 'UE_5003' },
  A04: { message: '3DS: cardholder identity not established', means: 'UE_5004' },
  A05: { message: '3DS: directory server unavailable', means: 'UE_5005' },
  A06: { message: '3DS: attempt count exceeded', means: 'UE_5006' },
  A07: { message: '3DS: unknown device', means: 'UE_5007' },
  A08: { message: '3DS: malformed ACS message', means: 'UE_5008' },
  A09: { message: '3DS: no ACS response', means: 'UE_5009' },
  A10: { message: '3DS: card range not enrolled', means: 'UE_5010' },
  A11: { message: '3DS: challenge timed out', means: 'UE_5011' },
  A12: { message: '3DS: protocol version or channel not supported', means: 'UE_5012' },
  A13: { message: '3DS: ACS reports card expired', means: 'UE_5013' },
  A14: { message: '3DS: ACS reports invalid card number', means: 'UE_5014' },
  A15: { message: '3DS: invalid transaction', means: 'UE_5015' },
  A16: { message: '3DS: ACS has no card record', means: 'UE_5016' },
  A17: { message: '3DS: security failure', means: 'UE_5017' },
  A18: { message: '3DS: ACS reports card lost or stolen', means: 'UE_5018' },
  A19: { message: '3DS: not permitted for cardholder', means: 'UE_5019' },
  A20: { message: '3DS: required element missing or invalid', means: 'UE_5020' },
  A21: { message: '3DS: transaction id expired', means: 'UE_5021' },
  L1: { message: 'Refused: card', means: 'UE_1000' },
  L2: { message: 'Refused: eligibility', means: 'UE_2000' },
  L3: { message: 'Refused: try later', means: 'UE_3000' },
  L4: { message: 'Refused: request data', means: 'UE_4000' },
  F01: { message: 'Refund returned by card issuer', means: 'UE_1016' },
  P01: { message: 'Account closed or not found', means: 'UE_1016' },
  P02: { message: 'Returned by recipient bank', means: 'UE_1016' },
  P03: { message: 'Recipient not eligible for this payout', means: 'UE_2000' },
  P04: { message: 'Recipient has no vendor account yet', means: 'UE_2000' },
  // Must not be in any mapping table: it represents an acquirer's new, unknown code.
  ZZ: { message: 'Reason 7731', means: 'UE_9000' },
}

export function messageOf(code: string): string {
  const row = codes[code]
  if (row === undefined) throw new Error(`The bank has no code ${code}.`)
  return row.message
}

/** Issuer codes have two characters: a digit first, or N7. */
export function isFromIssuer(code: string): boolean {
  return /^(\d[\dA-Z]|N7)$/.test(code) && code !== DUPLICATE
}
