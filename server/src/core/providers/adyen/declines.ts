// Adyen's refusal reasons (`refusalReasonCode`) and validation errors (`errorCode`) as unified codes. Both are numbers
// and do not overlap. `elsewhere`: the refusal is Adyen's or its connection's, not the issuer's or the customer's.
import type { DeclineCode } from '#core/declines.ts'
import type { DeclineRow, DeclineTable } from '../provider_type.ts'

export const declines = {
  '2': decline('UE_1007'), // Refused
  '3': decline('UE_1013'), // Referral
  '4': another('UE_3002'), // Acquirer Error
  '5': decline('UE_1009'), // Blocked Card
  '6': decline('UE_1002'), // Expired Card
  '7': decline('UE_4001'), // Invalid Amount
  '8': decline('UE_1003'), // Invalid Card Number
  '9': another('UE_3001'), // Issuer Unavailable
  '10': another('UE_1008'), // Not supported
  '11': decline('UE_5001'), // 3D Not Authenticated
  '12': decline('UE_1001'), // Not enough balance
  '14': another('UE_1012'), // Acquirer Fraud
  '15': decline('UE_1017'), // Cancelled
  '16': decline('UE_1017'), // Shopper Cancelled
  '17': decline('UE_1005'), // Invalid Pin
  '18': decline('UE_1005'), // Pin tries exceeded
  '19': decline('UE_1005'), // Pin validation not possible
  '20': another('UE_2003'), // FRAUD: Adyen's own risk rules
  '21': another('UE_3002'), // Not Submitted
  '22': another('UE_2003'), // FRAUD-CANCELLED
  '23': decline('UE_1010'), // Transaction Not Permitted
  '24': decline('UE_1004'), // CVC Declined
  '25': decline('UE_1009'), // Restricted Card
  '26': decline('UE_1017'), // Revocation Of Auth
  '27': decline('UE_1007'), // Declined Non Generic
  '28': decline('UE_1011'), // Withdrawal amount exceeded
  '29': decline('UE_1011'), // Withdrawal count exceeded
  '31': decline('UE_1012'), // Issuer Suspected Fraud
  '32': decline('UE_1012'), // AVS Declined
  '33': decline('UE_1005'), // Card requires online pin
  '34': decline('UE_1014'), // No checking account available on Card
  '35': decline('UE_1014'), // No savings account available on Card
  '36': decline('UE_1005'), // Mobile pin required
  '38': decline('UE_2002'), // Authentication required
  '39': another('UE_5009'), // RReq not received from DS
  '42': decline('UE_5001'), // 3DS Authentication Error
  '46': another('UE_2003'), // Blocked by Adyen to prevent excessive retry fees
  '101': decline('UE_1003'), // Invalid card number
  '103': decline('UE_4002'), // CVC is not the right length
  '129': decline('UE_1002'), // Expiry Date Invalid
} as const satisfies DeclineTable

function decline(code: DeclineCode): DeclineRow {
  return { code }
}

function another(code: DeclineCode): DeclineRow {
  return { code, elsewhere: true }
}

/** A code that is not listed is UE_9000: a guess could make a customer change the card for no reason. */
export function declineRow(code: string, otherwise: DeclineCode = 'UE_9000'): DeclineRow {
  // Own keys only, or 'constructor' would have a meaning.
  if (!Object.hasOwn(declines, code)) return { code: otherwise }
  return declines[code as keyof typeof declines]
}
