// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { List } from '../list.ts'
import type { Page } from '../list.ts'
import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'
import type { CardCountry, Currency, Metadata, MetadataPatch, Note, Notes, PageParams, PaymentMethod, StoredMetadata, TimelineStatus } from '../types/shared.ts'

/** The people who pay. Deleting one erases the personal data. */
export class CustomersApi extends Resource {
  /** Create a customer */
  create(params?: CustomerCreate, options?: CallOptions): Promise<Customer> {
    return this.call('POST /customers', [], params ?? {}, options)
  }

  /** List customers */
  list(params?: CustomerListParams, options?: CallOptions): List<CustomerList, CustomerEntry> {
    return this.pages('GET /customers/list', [], params ?? {}, options, { idField: 'customer_id' })
  }

  /** Search customers */
  search(params?: CustomerListParams, options?: CallOptions): List<CustomerList, CustomerEntry> {
    return this.pages('POST /customers/list', [], params ?? {}, options, { idField: 'customer_id' })
  }

  /** Retrieve a customer */
  retrieve(customer_id: string, params?: CustomerRetrieveParams, options?: CallOptions): Promise<Customer> {
    return this.call('GET /customers/:customer_id', [customer_id], params ?? {}, options)
  }

  /**
   * Update a customer.
   *
   * Omitted fields keep their values, `null` clears a field, `metadata` is merged key by key.
   */
  update(customer_id: string, params?: CustomerUpdate, options?: CallOptions): Promise<Customer> {
    return this.call('POST /customers/:customer_id', [customer_id], params ?? {}, options)
  }

  /**
   * Delete a customer.
   *
   * Erases personal data permanently; the id stays reserved. Not while a subscription bills the customer.
   */
  delete(customer_id: string, options?: CallOptions): Promise<DeletedCustomer> {
    return this.call('DELETE /customers/:customer_id', [customer_id], undefined, options)
  }

  /** List the saved payment methods of a customer */
  listPaymentMethods(customer_id: string, params?: CustomerListPaymentMethodsParams, options?: CallOptions): List<PaymentMethodList, PaymentMethod> {
    return this.pages('GET /customers/:customer_id/payment_methods', [customer_id], params ?? {}, options, { idField: 'payment_method_id' })
  }

  /** Search the saved payment methods of a customer */
  searchPaymentMethods(customer_id: string, params?: CustomerListPaymentMethodsParams, options?: CallOptions): List<PaymentMethodList, PaymentMethod> {
    return this.pages('POST /customers/:customer_id/payment_methods', [customer_id], params ?? {}, options, { idField: 'payment_method_id' })
  }

  /** List the notes on a customer */
  listNotes(customer_id: string, options?: CallOptions): List<Notes, Note> {
    return this.pages('GET /customers/:customer_id/notes', [customer_id], undefined, options, { isWhole: true })
  }

  /**
   * Retrieve the credit of a customer.
   *
   * Plan changes and cancellations add to it; invoices use it before the card is charged.
   */
  retrieveCredit(customer_id: string, options?: CallOptions): Promise<CustomerCredit> {
    return this.call('GET /customers/:customer_id/credit', [customer_id], undefined, options)
  }

  /**
   * Correct the credit of a customer.
   *
   * Adds credit, or takes it away with a negative amount. The next invoices use it; it is never paid out.
   */
  correctCredit(customer_id: string, params: CustomerCorrectCredit, options?: CallOptions): Promise<CustomerCredit> {
    return this.call('POST /customers/:customer_id/credit', [customer_id], params, options)
  }

  /**
   * Retrieve a customer's timeline.
   *
   * The customer's payments, refunds, disputes, payouts, payment links, subscriptions, invoices, saved payment methods and notes by the time of their creation, and changes of the customer. Only what the key or the user may read. Refunds and disputes are those of the newest 10,000 payments, counted from the page. In the sandbox changes have the real time, and everything else the test clock's.
   */
  listTimeline(customer_id: string, params?: CustomerListTimelineParams, options?: CallOptions): List<CustomerTimeline, TimelineEntry> {
    return this.pages('GET /customers/:customer_id/timeline', [customer_id], params ?? {}, options, { idField: 'entry_id' })
  }
}

/** The postal address. Payments of the customer without one use it for billing. */
export interface Address {
  /** The first line of the address: street and number. */
  line1?: string | null | undefined
  /** The second line, such as an apartment. */
  line2?: string | null | undefined
  /** The third line. */
  line3?: string | null | undefined
  /** The city or town. */
  city?: string | null | undefined
  /** The state, province or region. */
  state?: string | null | undefined
  /** The postal code. */
  zip?: string | null | undefined
  /** The two-letter ISO 3166-1 code of the country, in upper case. */
  country?: CardCountry | null | undefined
  /** The first name of the person at this address. */
  first_name?: string | null | undefined
  /** The last name of the person at this address. */
  last_name?: string | null | undefined
}

export interface CreditEntry {
  /** The id of the entry. */
  entry_id: string
  /** The three-letter ISO 4217 code of the currency, in upper case. */
  currency: string
  /** In the lowest unit; negative when an invoice used it. */
  amount: number
  /**
   * Why the balance changed.
   *
   * - `plan_change`: A cheaper price in the middle of a period.
   * - `cancellation`: The rest of a period that was cancelled.
   * - `applied`: An invoice used it.
   * - `returned`: An invoice that had used it was voided.
   * - `late_payment`: An invoice was paid when nothing waited for it any more.
   * - `part_payment`: A part of an invoice was paid, and the invoice was voided.
   * - `correction`: You changed it; `note` has your reason.
   * - `refund`: Money that the credit was made of was refunded, or the refund failed later.
   * - `dispute`: Money that the credit was made of was disputed, or the dispute was won.
   * - `uncollected`: The part of a refund or dispute that the customer had spent already; it is not owed.
   */
  reason: 'plan_change' | 'cancellation' | 'applied' | 'returned' | 'late_payment' | 'part_payment' | 'correction' | 'refund' | 'dispute' | 'uncollected'
  /** Null for a correction. */
  subscription_id: string | null
  /** The invoice that it was used, granted or taken back for. */
  invoice_id: string | null
  /** The payment whose money it is; null if there is none. */
  payment_id: string | null
  /** Your reason for a correction; null otherwise. */
  note: string | null
  /** When the object was created, in UTC. */
  created: string
}

export interface Customer {
  /** The id of the customer: the one that you chose, or a generated `cus_…`. */
  customer_id: string
  /** The id of the merchant that the object belongs to. */
  merchant_id: string
  /** The e-mail address of the customer. */
  email: string | null
  /** The full name of the customer. */
  name: string | null
  /** The phone number of the customer, without the country code. */
  phone: string | null
  /** The country code of the phone number, such as `+1`. */
  phone_country_code: string | null
  /** Your own text about the customer. */
  description: string | null
  /** The postal address; payments use it for billing. */
  address: Address | null
  metadata: StoredMetadata
  /** The saved payment method that is marked as the default: the first that was saved, unless another was chosen. Null after it is deleted, until the next one is saved. */
  default_payment_method_id: string | null
  /** When the object was created, in UTC. */
  created: string
  /** When the object last changed, in UTC. */
  modified_at: string
  spend?: CustomerSpend
  /** Whether there are payouts to the customer; only when expanded. */
  has_payouts?: boolean
}

export interface CustomerCorrectCredit {
  currency: Currency
  /** What is added, in the lowest unit; negative takes credit away. Not 0. */
  amount: number
  /** Why: your own text, which the entry shows as `note`. */
  reason: string
}

export interface CustomerCreate {
  /** Your own id for the customer. It can never be reused. Generated when omitted. A card number is refused. */
  customer_id?: string | undefined
  /** The e-mail address of the customer. */
  email?: string | null | undefined
  /** The full name of the customer. */
  name?: string | null | undefined
  /** The phone number of the customer, without the country code. */
  phone?: string | null | undefined
  /** The country code of the phone number, such as `+1`. */
  phone_country_code?: string | null | undefined
  /** Your own text about the customer. */
  description?: string | null | undefined
  address?: Address | null | undefined
  metadata?: Metadata | undefined
}

export interface CustomerCredit {
  /** The id of the customer: the one that you chose, or a generated `cus_…`. */
  customer_id: string
  /** One for each currency. */
  balances: CustomerCreditBalance[]
  /** The newest 100; a balance is the sum of all. */
  entries: CreditEntry[]
}

export interface CustomerCreditBalance {
  /** The three-letter ISO 4217 code of the currency, in upper case. */
  currency: string
  /** In the lowest unit; applied to the next invoices in this currency. */
  amount: number
}

export interface CustomerEntry {
  /** The id of the customer: the one that you chose, or a generated `cus_…`. */
  customer_id: string
  /** The e-mail address of the customer. */
  email: string | null
  /** The full name of the customer. */
  name: string | null
  /** When the object was created, in UTC. */
  created: string
  spend?: CustomerSpend
  /** Whether there are payouts to the customer; only when expanded. */
  has_payouts?: boolean
}

export type CustomerList = Page<CustomerEntry>

export interface CustomerListParams extends PageParams {
  /** What to include, separated by commas: `spend`, which takes `payments:read`, and `has_payouts`, which takes `payouts:read`. */
  expand?: string | undefined
  /** `newest` lists the last created entry first, `oldest` lists the first created one first. */
  order?: 'newest' | 'oldest' | undefined
  /** One id, or several separated by commas. */
  customer_id?: string | string[] | undefined
  /** The e-mail address of the customer, in upper or lower case. */
  email?: string | undefined
  /** Exactly this name. */
  name?: string | undefined
}

export interface CustomerListPaymentMethodsParams extends PageParams {
  /** `newest` lists the last created entry first, `oldest` lists the first created one first. */
  order?: 'newest' | 'oldest' | undefined
}

export interface CustomerListTimelineParams {
  /** Entries per page, 1 to 100. */
  limit?: number | undefined
  /** Entries to skip. For deep pages `starting_after` is cheaper. */
  offset?: number | undefined
  /** The `entry_id` of the last entry of the previous page. The cost does not grow with depth. */
  starting_after?: string | undefined
  /** The `entry_id` of the first entry of the next page: answers with the entries just before it, newest first. Not together with `starting_after`. */
  ending_before?: string | undefined
  /** Only entries created at this time or later; ISO 8601. */
  created_gte?: string | undefined
  /** Only entries created at this time or earlier; ISO 8601. */
  created_lte?: string | undefined
}

export interface CustomerRetrieveParams {
  /** What to include, separated by commas: `spend`, which takes `payments:read`, and `has_payouts`, which takes `payouts:read`. */
  expand?: string | undefined
}

/** What the customer spent; only when expanded. */
export interface CustomerSpend {
  /** An entry for each currency in which money was received, by its code. Money that is only held, and open disputes, are not in it. */
  amounts: CustomerSpendAmount[]
  /** Payments of which money was received. */
  payment_count: number
  last_payment: LastPayment | null
  /** The oldest one; null too if `is_complete` is false. */
  first_payment: LastPayment | null
  /** The payments that were looked at, the newest ones. */
  summed: number
  /** Whether these are all payments of the customer. One request looks at 10,000, which the customers of a list share evenly. */
  is_complete: boolean
}

export interface CustomerSpendAmount {
  /** The three-letter ISO 4217 code of the currency, in upper case. */
  currency: string
  /** What was received less what was refunded and lost, in the lowest unit. */
  spent: number
  /** What was received from payments. */
  received: number
  /** What went back with refunds that succeeded. */
  refunded: number
  /** What lost disputes took. */
  lost: number
}

export interface CustomerTimeline {
  /** Entries on this page. */
  count: number
  /** Whether there are entries after this page; with `ending_before`, before it. */
  has_more: boolean
  /** The `limit` of the request, or its default. */
  limit: number
  /** The `offset` of the request, or 0. */
  offset: number
  /** The entries of this page, newest first. */
  data: TimelineEntry[]
}

export interface CustomerUpdate extends Omit<CustomerCreate, 'customer_id' | 'metadata'> {
  /** A saved payment method of this customer. */
  default_payment_method_id?: string | null | undefined
  metadata?: MetadataPatch | null | undefined
}

export interface DeletedCustomer {
  /** The id of the customer: the one that you chose, or a generated `cus_…`. */
  customer_id: string
  /** Always true: the object is deleted. */
  deleted: true
  /** Always true: the personal data of the customer is redacted everywhere. */
  customer_deleted: true
  /** Always true: the address is deleted. */
  address_deleted: true
  /** Always true: the saved payment methods are deleted. */
  payment_methods_deleted: true
}

/** The newest payment of which money was received. */
export interface LastPayment {
  /** The id of the payment: the one that you chose, or a generated `pay_…`. */
  payment_id: string
  /** When the object was created, in UTC. */
  created: string
}

export type PaymentMethodList = Page<PaymentMethod>

export interface TimelineEntry {
  /** Its place in the timeline, for `starting_after`. */
  entry_id: string
  /** The kind of object. `customer` is the creation of the customer, `customer_change` a later change. */
  object: 'payment' | 'refund' | 'dispute' | 'payout' | 'payment_link' | 'subscription' | 'invoice' | 'payment_method' | 'note' | 'customer' | 'customer_change'
  /** The id of the object; for a change that of its audit entry. */
  id: string
  /** What names it best: a description, a reason, a number, a card, the beginning of a note, or the fields that were sent with a change. */
  title: string | null
  /** The present status of an object that has one, as the object itself shows it. */
  status: TimelineStatus | null
  /** Its amount in the lowest unit of the currency, if it has one. */
  amount: number | null
  /** The currency of the amount. */
  currency: string | null
  /** The author of a note, or the user who changed the customer. */
  user_id: string | null
  /** When the object was created, in UTC. */
  created: string
}
