// The contract between server and hosted page: the data inside the page, and the answers to its requests. Types only,
// so that both sides can import them.

export type PageStatus = 'active' | 'completed' | 'expired' | 'deactivated' | 'unknown'

/** An invoice page's status. Only `active` has a form; `unavailable` is open and cannot be paid here. */
export type InvoicePageStatus =
  | 'active'
  | 'completed'
  | 'voided'
  | 'processing'
  | 'review'
  | 'unavailable'
  | 'unknown'

/** The data inside the HTML, in `<script type="application/json" id="florin-data">`. */
export interface PageData {
  kind: 'payment_link' | 'invoice'
  /** The page's path, with which its requests begin. */
  path: string
  status: PageStatus | InvoicePageStatus
  /** For a link that is completed or expired: its sold_out_message, or null. */
  notice: string | null
  /** The deployment is a sandbox. */
  test_mode: boolean
  /** Empty in production. */
  test_cards: TestCard[]
  /** The best match for `?locale=` and Accept-Language among the page's languages. */
  locale: string
  /** The locale with the browser's region, such as `en-GB`; dates and amounts follow it. */
  regional: string | null
  seller: Seller
  /** In minor units; null for a donation whose amount the shopper chooses. */
  amount: number | null
  currency: string
  /** The currency's minor digits, as in ISO 4217. */
  exponent: number
  description: string | null
  /** The seller's `metadata.order_id`, for the receipt. */
  order_number: string | null
  lines: Line[]
  donation: Donation | null
  /** ISO 8601. */
  expires_at: string
  require_customer_info: boolean
  /** The customer's known e-mail address, to fill in. */
  email: string | null
  layout: 'tabs' | 'accordion' | 'spaced_accordion'
  /** In the seller's order, or those that the shopper usually pays with first; only what is possible for the currency. */
  methods: Method[]
  /** Reserved. */
  saved_methods: []
  /** From the profile; shown as a way back to the seller. */
  return_url: string | null
  /** Set when the URL has `?payment_id=`: what the page may show without the client_secret. */
  payment: { payment_id: string; status: string } | null
}

/** The data inside an invoice page. */
export interface InvoicePageData extends PageData {
  kind: 'invoice'
  /** Null when the address is no invoice's. */
  invoice: InvoiceView | null
}

/** An invoice as the customer sees it, on the page and in the PDF. Times are ISO 8601. */
export interface InvoiceView {
  /** Null until it is given, within seconds after the first payment attempt. */
  number: string | null
  state: 'open' | 'pending' | 'paid' | 'void'
  issued_at: string
  due_at: string
  paid_at: string | null
  period_start: string
  period_end: string
  customer: InvoiceCustomer
  lines: InvoiceViewLine[]
  /** Number of lines left out. */
  lines_left_out: number
  total: number
  credit_applied: number
  credit_granted: number
  amount: number
  /** The rest, if the seller has accepted a part. */
  amount_waived: number
  amount_received: number
  given_back: GivenBack
  /** Those in force, oldest first. */
  credit_notes: CreditNoteView[]
  /** Number of credit notes left out. */
  credit_notes_left_out: number
  /** The card that paid it. */
  card: { brand: string | null; last4: string } | null
  /** Why the last payment was declined. */
  unified_code: string | null
  /** The payment that waits until the customer acts. */
  waiting: PagePayment | null
}

/** Money that was received and given back to the customer, or may be. */
export interface GivenBack {
  refunded: number
  /** Requested, and not done yet. */
  refund_pending: number
  /** Lost to disputes. */
  charged_back: number
  /** Held by disputes that are not decided yet. */
  disputed: number
}

export interface CreditNoteView {
  credit_note_id: string
  /** Null until it is given, within seconds. */
  number: string | null
  /** It is void when the money came back to the seller. */
  status: 'issued' | 'void'
  reason: 'refund' | 'dispute'
  issued_at: string
  amount: number
}

export interface InvoiceCustomer {
  name: string | null
  email: string | null
  address: string[]
  /** ISO 3166, such as `DE`. */
  country: string | null
}

export interface InvoiceViewLine {
  description: string
  quantity: number
  amount: number
  period_start: string
  period_end: string
}

export interface Seller {
  name: string
  /** An https or data URL, or a path on this server. */
  logo: string | null
  /** #rrggbb */
  color: string | null
}

export interface Line {
  name: string
  quantity: number
  /** For one unit. */
  amount: number
}

export interface Donation {
  suggested: number[]
  min: number
  max: number
}

export interface TestCard {
  number: string
  brand: string
  outcome_key: string
  label: string
}

export interface Method {
  method: 'card' | 'wallet' | 'pay_later' | 'bank_redirect' | 'bank_transfer' | 'crypto' | 'upi'
  /** The payment_method_type. Cards appear once, as `credit`: credit and debit are one form. */
  type: string
  flow: 'card' | 'redirect' | 'instructions' | 'wallet'
  /** The fields that payment_method_data.<method>.<type> needs. */
  fields: MethodField[]
  /** Behind the button "More ways to pay". */
  is_folded?: true
}

export interface MethodField {
  name: string
  kind: 'text' | 'tel' | 'country' | 'choice' | 'email'
  required: boolean
  choices?: string[]
  pattern?: string
  max?: number
}

/** The request body for `POST /pay/:payment_link_id/payments`. */
export interface PagePaymentRequest {
  /** Made by the page for each click on Pay, 16 to 64 random url-safe characters; a repeat returns the same payment. */
  attempt_id: string
  /** For a donation. */
  amount?: number
  name?: string
  email?: string
  phone?: string
  billing?: object
  payment_method: Method['method']
  payment_method_type: string
  payment_method_data: object
  browser_info?: object
}

/** The answer to that request, and without client_secret to `GET /pay/:payment_link_id/payments/:payment_id`. */
export interface PagePayment {
  payment_id: string
  client_secret?: string
  status: string
  amount: number
  currency: string
  next_action: Record<string, unknown> | null
  payment_method: string | null
  payment_method_type: string | null
  /** Masked. */
  payment_method_data: Record<string, unknown> | null
  unified_code: string | null
  unified_message: string | null
  created: string
  return_url: string | null
}

/** `GET /pay/:payment_link_id/status`: is the link paid meanwhile? */
export interface PageLinkStatus {
  status: PageData['status']
  notice: string | null
}

/** The page's built files by their names without hash, such as `page.js`. */
export type Assets = Readonly<Record<string, Asset>>

export interface Asset {
  /** `/pay/assets/<name>-<hash>.<ext>` */
  url: string
  /** `sha256-…`, for the CSP and the integrity attribute. */
  integrity: string
}
