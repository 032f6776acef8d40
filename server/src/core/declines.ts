// All unified decline codes. Each acquirer has hundreds; integrations need to handle only these. The provider's own
// code and message are stored next to them, for people.

/** The next step for the payer; `families` has it in words. */
export type RetryAdvice =
  | 'no'
  | 'another_card'
  /** The customer corrects what was typed, or uses another card. */
  | 'check_details'
  | 'fix_request'
  /** Retry with backoff. */
  | 'later'
  /** Retry immediately. */
  | 'again'
  /** The earlier payment may have succeeded: retrieve it first. */
  | 'check_first'
  | 'with_three_ds'

export const declines = {
  UE_1000: row('There is a problem with the card or payment method', 'another_card'),
  UE_1001: row('Insufficient funds', 'another_card'),
  UE_1002: row('The card has expired', 'another_card'),
  UE_1003: row('The card number is invalid', 'check_details'),
  UE_1004: row('The security code is incorrect', 'check_details'),
  UE_1005: row('The PIN is incorrect', 'check_details'),
  UE_1006: row('The card was reported lost or stolen', 'another_card'),
  UE_1007: row('The card was declined by the issuer', 'another_card'),
  UE_1008: row('This card is not supported', 'another_card'),
  UE_1009: row('The card is restricted', 'another_card'),
  UE_1010: row('This transaction is not permitted for this card', 'another_card'),
  UE_1011: row("The transaction exceeds the card's limit", 'another_card'),
  UE_1012: row('The transaction was declined for security reasons', 'another_card'),
  UE_1013: row('Declined, please contact your card issuer', 'another_card'),
  UE_1014: row('No record of this card was found', 'check_details'),
  UE_1015: row('The card is not active', 'another_card'),
  UE_1016: row('This account cannot be used for this payment', 'another_card'),
  UE_1017: row('The cardholder has cancelled this payment', 'another_card'),
  UE_1018: row('This payment may have already been processed', 'check_first'),
  UE_1099: row('The payment was declined', 'another_card'),
  UE_2000: row('This payment is not eligible, was blocked or needs authentication', 'no'),
  UE_2001: row('This payment method is currently unavailable', 'no'),
  UE_2002: row('Additional authentication is required', 'with_three_ds'),
  UE_2003: row('The payment was blocked', 'no'),
  UE_2004: row('This currency or country is not supported', 'no'),
  UE_3000: row('There is a temporary problem, please try again later', 'later'),
  UE_3001: row('The payment service is temporarily unavailable, please try again later', 'later'),
  UE_3002: row('The payment could not be processed, please try again', 'later'),
  UE_3003: row('The payment timed out, please try again', 'later'),
  UE_4000: row('There is a problem with the payment data', 'fix_request'),
  UE_4001: row('Required payment information is missing or invalid', 'fix_request'),
  UE_4002: row('The security code is not the expected length', 'check_details'),
  UE_4003: row('The payment session has expired, please start again', 'fix_request'),
  UE_4004: row('The transaction is in an invalid state', 'fix_request'),
  UE_5001: row('Card authentication failed', 'no'),
  UE_5002: row('Authentication was declined by the issuer', 'no'),
  UE_5003: row('Authentication was not completed', 'again'),
  UE_5004: row('The cardholder could not be verified', 'no'),
  UE_5005: row('The authentication service is unavailable', 'later'),
  UE_5006: row('Too many authentication attempts', 'no'),
  UE_5007: row('The device could not be recognised', 'no'),
  UE_5008: row('The authentication response was invalid', 'no'),
  UE_5009: row('No response from the authentication service', 'later'),
  UE_5010: row('The card is not enrolled for authentication', 'no'),
  UE_5011: row('Authentication timed out', 'again'),
  UE_5012: row('This authentication method is not supported', 'no'),
  UE_5013: row('The card has expired', 'no'),
  UE_5014: row('The card number is invalid', 'check_details'),
  UE_5015: row('The transaction is not valid for authentication', 'no'),
  UE_5016: row('No record of this card was found', 'check_details'),
  UE_5017: row('Authentication was declined for security reasons', 'no'),
  UE_5018: row('The card was reported lost or stolen', 'no'),
  UE_5019: row('Authentication is not permitted for this card', 'no'),
  UE_5020: row('Required authentication data is missing or invalid', 'fix_request'),
  UE_5021: row('The authentication session has expired', 'again'),
  UE_9000: row('Something went wrong', 'no'),
} as const satisfies Record<string, Decline>

export type DeclineCode = keyof typeof declines

export interface Decline {
  readonly message: string
  readonly retry: RetryAdvice
}

function row(message: string, retry: RetryAdvice): Decline {
  return { message, retry }
}

export interface DeclineFamily {
  readonly name: string
  readonly meaning: string
  readonly retry: string
}

/** By the code's first digit. */
const families = {
  1: family(
    'UE_1xxx',
    'card or issuer declined',
    'no, a different card is needed; UE_1018 reports a duplicate, so look at the earlier payment first',
  ),
  2: family(
    'UE_2xxx',
    'not eligible or stopped by risk rules',
    'no; UE_2002 asks for authentication, so with 3-D Secure it often succeeds',
  ),
  3: family('UE_3xxx', 'temporary availability', 'yes, with backoff'),
  4: family('UE_4xxx', 'fault in the request', 'no; fix the request'),
  5: family(
    'UE_5xxx',
    'failed during 3-D Secure, before issuer authorization',
    'sometimes; UE_5003 (abandoned) can usually be retried',
  ),
  9: family('UE_9000', 'unrecognised failure', 'no, it is final'),
} as const

function family(name: string, meaning: string, retry: string): DeclineFamily {
  return { name, meaning, retry }
}

export function declineFamily(code: DeclineCode): DeclineFamily {
  // A test checks that every code begins with a digit from `families`.
  return families[Number(code[3]) as keyof typeof families]
}

/** Coarse codes from earlier versions. Each covers several causes, so the provider's message says more. */
const legacy: ReadonlySet<DeclineCode> = new Set(['UE_1000', 'UE_2000', 'UE_3000', 'UE_4000'])

export function declineMessage(code: DeclineCode, provider_message?: string): string {
  return legacy.has(code) && provider_message ? provider_message : declines[code].message
}

export function isDecline(text: string): text is DeclineCode {
  // Own keys only, or 'constructor' would be a decline.
  return Object.hasOwn(declines, text)
}
