// The results of test cards. A holder name asks for a refusal, as Adyen documents it for its test environment; the
// other names and numbers are this server's own.

/** Adyen's `holderName` values, with the refusal that each one gets. */
export const refusals: Readonly<Record<string, readonly [code: string, reason: string]>> = {
  DECLINED: ['2', 'Refused'],
  REFERRAL: ['3', 'Referral'],
  ERROR: ['4', 'Acquirer Error'],
  BLOCK_CARD: ['5', 'Blocked Card'],
  CARD_EXPIRED: ['6', 'Expired Card'],
  INVALID_AMOUNT: ['7', 'Invalid Amount'],
  INVALID_CARD: ['8', 'Invalid Card Number'],
  NOT_SUPPORTED: ['10', 'Not supported'],
  NOT_3D_AUTHENTICATED: ['11', '3D Not Authenticated'],
  NOT_ENOUGH_BALANCE: ['12', 'Not enough balance'],
  APPROVED_FRAUD: ['22', 'FRAUD-CANCELLED'],
  CVC_DECLINED: ['24', 'CVC Declined'],
  RESTRICTED_CARD: ['25', 'Restricted Card'],
  FRAUD: ['20', 'FRAUD'],
  UNLISTED: ['999', 'A reason of tomorrow'],
}

/** Cards for pages without a holder name. */
export const numbers: Readonly<Record<string, string>> = {
  '4000000000000002': 'DECLINED',
  '4000000000009995': 'NOT_ENOUGH_BALANCE',
  '4000000000000069': 'CARD_EXPIRED',
}

/** Leads to a page with 3-D Secure, unless the request asks for none. */
export const THREE_DS_NUMBER = '4212345678910006'

/** Names after which something follows an approval. */
export const fates = {
  /** The payment is approved and waits for a review. */
  REVIEW: 'REVIEW',
  /** A capture is processed and then fails at the scheme. */
  CAPTURE_FAILED: 'CAPTURE_FAILED',
  REFUND_FAILED: 'REFUND_FAILED',
  REFUNDED_REVERSED: 'REFUNDED_REVERSED',
  /** The payment is disputed after its capture. */
  CHARGEBACK: 'CHARGEBACK',
} as const
