// Requests to a provider account.
import type { OperationKind } from './certainty.ts'
import type { OrderLine, Shopper, StoredCredential } from './shopper.ts'

export type Instrument =
  | CardInstrument
  | RedirectInstrument
  | TransferInstrument
  | UpiInstrument
  | ProviderPageInstrument

export interface CardInstrument {
  readonly type: 'card'
  readonly number: string
  readonly exp_month: number
  /** Four digits. */
  readonly exp_year: number
  /** Absent for stored cards. */
  readonly cvc?: string | undefined
  readonly holder_name?: string | undefined
}

export interface RedirectInstrument {
  readonly type: 'redirect'
  readonly method: 'wallet' | 'pay_later' | 'bank_redirect' | 'crypto'
  readonly method_type: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface TransferInstrument {
  readonly type: 'bank_transfer'
  readonly method_type: string
  readonly data: Readonly<Record<string, unknown>>
}

export interface UpiInstrument {
  readonly type: 'upi'
  readonly method_type: 'upi_collect' | 'upi_intent'
  readonly vpa?: string | undefined
}

/** The customer enters the card on the provider's page. */
export interface ProviderPageInstrument {
  readonly type: 'provider_page'
  readonly method_type: 'credit' | 'debit'
}

export interface OperationRequest {
  /** Our id, 1 to 64 characters; makes the operation idempotent. */
  readonly operation_id: string
  readonly currency: string
  /** Returned with every event about the operation. */
  readonly merchant_id?: string | undefined
  /** The payment, refund or payout id, to find it in the provider's reports. */
  readonly reference: string
  /** Later outcomes are posted here. */
  readonly callback_url?: string | undefined
  /** Faults that a developer requested in the sandbox; only the sandbox bank's adapter sends them. */
  readonly faults?: string | undefined
}

export interface AuthorizeRequest extends OperationRequest {
  readonly amount: number
  /** True captures the money immediately, false holds it. */
  readonly capture: boolean
  readonly instrument: Instrument
  readonly authentication: 'three_ds' | 'no_three_ds' | null
  readonly customer_present: boolean
  readonly descriptor?: string | undefined
  /** The browser returns here after a page. */
  readonly return_url?: string | undefined
  readonly shopper?: Shopper | undefined
  readonly order_lines?: readonly OrderLine[] | undefined
  readonly stored_credential?: StoredCredential | undefined
  /** A method that this account has saved, instead of the instrument's details. */
  readonly saved_method?: string | undefined
  /**
   * Commits the transaction id before the call that moves money. Throws if the operation has been closed meanwhile;
   * then nothing more is sent.
   */
  readonly acknowledge?: ((transaction_id: string) => Promise<void>) | undefined
}

interface ModificationRequest extends OperationRequest {
  /** The authorize's operation id. */
  readonly parent_id: string
  /** The authorize's transaction id; null if the provider gave none. */
  readonly parent_transaction_id?: string | null | undefined
  /** The stored request: it is sent as it is. */
  readonly body?: string | undefined
}

/** An operation as recovery knows it. */
export interface OperationRef {
  readonly operation_id: string
  readonly kind: OperationKind
  readonly amount: number
  readonly currency: string
  readonly transaction_id: string | null
  readonly parent_transaction_id: string | null
}

export interface CaptureRequest extends ModificationRequest {
  readonly amount: number
  /** The last capture: the rest of the hold is released. */
  readonly final: boolean
  readonly descriptor?: string | undefined
}

/** Releases the whole hold, so it has no amount. */
export type VoidRequest = ModificationRequest

export interface RefundRequest extends ModificationRequest {
  readonly amount: number
}
