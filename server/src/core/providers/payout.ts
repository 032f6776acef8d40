// Payouts to an account, a card or a wallet.
import type { DeclineCode } from '#core/declines.ts'
import type { Approved, Declined, NotSent, Pending, Revoked, Unknown } from './provider.ts'
import type { CardInstrument, OperationRequest } from './request.ts'

/** A decline's `reason` says whether the recipient is the obstacle. */
export type PayoutOutcome = Approved | Pending | Declined | Revoked | Unknown | NotSent

export type PayoutInstrument = CardInstrument | PayoutAccount

/** A recipient without a card. `data` has the API's fields. */
export interface PayoutAccount {
  readonly type: 'bank_transfer' | 'wallet' | 'bank_redirect' | 'passthrough'
  /** ach, bacs, sepa, pix, pix_key, pix_emv, trustly, open_banking, paypal, venmo, interac, … */
  readonly method_type: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface PayoutRequest extends OperationRequest {
  readonly amount: number
  readonly instrument: PayoutInstrument
  readonly priority?: string | undefined
  readonly descriptor?: string | undefined
}

/** A check moves no money, so it needs no id and can be repeated. */
export type PayoutCheck = Pick<PayoutRequest, 'amount' | 'currency' | 'instrument' | 'faults'>

export type PayoutCheckOutcome =
  | { readonly result: 'eligible' }
  | {
      readonly result: 'ineligible' | 'needs_vendor_account'
      readonly code: DeclineCode
      readonly provider_code: string
      readonly provider_message: string
    }
  | Unknown
  | NotSent
