// What the server and the hosted page say to each other: the data inside the page, and the answers to its requests.
// Types only, so that both sides can import them.

export type PageStatus = 'active' | 'completed' | 'expired' | 'deactivated' | 'unknown'

/** Of the page of an invoice. Only `active` has a form; `unavailable` is open and cannot be paid here. */
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
  /** The path of the page, with which its requests begin. */
  path: string
  status: PageStatus | InvoicePageStatus
  /** For a link that is completed or expired: its sold_out_message, or null. */
  notice: string | null
  /** The deployment is a sandbox. */
  test_mode: boolean
  /** Empty in production. */
  test_cards: TestCard[]
  /** The best of `?locale=` and Accept-Language among the languages of the page. */
  locale: string
  seller: Seller
  /** In minor units; null for a donation whose amount the shopper chooses. */
  amount: number | null
  currency: string
  /** The number of minor digits of the currency, as ISO 4217 has it. */
  exponent: number
  description: string | null
  lines: Line[]
  donation: Donation | null
  /** ISO 8601. */
  expires_at: string
  require_customer_info: boolean
  /** The known e-mail address of the customer, to fill in. */
  email: string | null
  layout: 'tabs' | 'accordion' | 'spaced_accordion'
  /** In the order of allowed_payment_method_types; only those that are possible for the currency. */
  methods: Method[]
  /** Reserved. */
  saved_methods: []
  /** Of the profile; shown as a way back to the seller. */
  return_url: string | null
  /** Set when the URL has `?payment_id=`: what the page may show without the client_secret. */
  payment: { payment_id: string; status: string } | null
}

/** The data inside the page of an invoice. */
export interface InvoicePageData extends PageData {
  kind: 'invoice'
  /** Null when the address is not that of an invoice. */
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
  /** How many lines were left out. */
  lines_left_out: number
  total: number
  credit_applied: number
  credit_granted: number
  amount: number
  /** The rest of an invoice whose part the seller has accepted. */
  amount_waived: number
  amount_received: number
  given_back: GivenBack
  /** Those in force, oldest first. */
  credit_notes: CreditNoteView[]
  /** How many of them were left out. */
  credit_notes_left_out: number
  /** Of the card that paid it. */
  card: { brand: string | null; last4: string } | null
  /** Why the last payment was declined. */
  unified_code: string | null
  /** The payment that waits until the customer acts. */
  waiting: PagePayment | null
}

/** What was received and is the customer's again, or may become so. */
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
  /** An https or data URL, or a path of this server. */
  logo: string | null
  /** #rrggbb */
  color: string | null
}

export interface Line {
  name: string
  quantity: number
  /** Of one. */
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
  /** What payment_method_data.<method>.<type> needs. */
  fields: MethodField[]
}

export interface MethodField {
  name: string
  kind: 'text' | 'tel' | 'country' | 'choice' | 'email'
  required: boolean
  choices?: string[]
  pattern?: string
  max?: number
}

/** The body of `POST /pay/:payment_link_id/payments`. */
export interface PagePaymentRequest {
  /** Made by the page for each click on Pay, 16 to 64 random url-safe characters; a repeat returns the same payment. */
  attempt_id: string
  /** Of a donation. */
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

/** The built files of the page by their names without hash, such as `page.js`. */
export type Assets = Readonly<Record<string, Asset>>

export interface Asset {
  /** `/pay/assets/<name>-<hash>.<ext>` */
  url: string
  /** `sha256-…`, for the CSP and the integrity attribute. */
  integrity: string
}
