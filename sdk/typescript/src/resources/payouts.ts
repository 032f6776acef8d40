// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { List } from '../list.ts'
import type { Page } from '../list.ts'
import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'
import type { Billing, BrowserInfo, CardCountry, Contact, Currency, Metadata, MetadataPatch, PageParams, StoredMetadata, UnifiedCode } from '../types/shared.ts'

/** A payout sends money from your balance to a recipient. */
export class PayoutsApi extends Resource {
  /**
   * Create a payout.
   *
   * Sends nothing yet. With `auto_fulfill: true` the payout is sent automatically within seconds; otherwise fulfill it.
   */
  create(params: PayoutCreate, options?: CallOptions): Promise<Payout> {
    return this.call('POST /payouts/create', [], params, options)
  }

  /** List payouts */
  list(params?: PayoutListParams, options?: CallOptions): List<PayoutList, Payout> {
    return this.pages('GET /payouts/list', [], params ?? {}, options, { idField: 'payout_id' })
  }

  /** Search payouts */
  search(params?: PayoutListParams, options?: CallOptions): List<PayoutList, Payout> {
    return this.pages('POST /payouts/list', [], params ?? {}, options, { idField: 'payout_id' })
  }

  /** Retrieve a payout */
  retrieve(payout_id: string, options?: CallOptions): Promise<Payout> {
    return this.call('GET /payouts/:payout_id', [payout_id], undefined, options)
  }

  /**
   * Update a payout.
   *
   * Allowed until the payout is sent. Omitted fields keep their values; `metadata` is merged key by key.
   */
  update(payout_id: string, params?: PayoutUpdate, options?: CallOptions): Promise<Payout> {
    return this.call('PUT /payouts/:payout_id', [payout_id], params ?? {}, options)
  }

  /**
   * Confirm a payout.
   *
   * Confirms the details of the payout, and can set them. A recipient can set them too, with a publishable key and the `client_secret`, while no recipient is set; afterwards this is 409.
   */
  confirm(payout_id: string, params?: PayoutConfirm, options?: CallOptions): Promise<Payout> {
    return this.call('POST /payouts/:payout_id/confirm', [payout_id], params ?? {}, options)
  }

  /**
   * Fulfill a payout.
   *
   * Sends the money. Refused with 422 while approvals are missing; `details.approvals_missing` says how many.
   */
  fulfill(payout_id: string, params?: PayoutFulfill, options?: CallOptions): Promise<Payout> {
    return this.call('POST /payouts/:payout_id/fulfill', [payout_id], params ?? {}, options)
  }

  /** Cancel a payout */
  cancel(payout_id: string, params?: PayoutCancel, options?: CallOptions): Promise<Payout> {
    return this.call('POST /payouts/:payout_id/cancel', [payout_id], params ?? {}, options)
  }

  /**
   * Settle a payout.
   *
   * Sandbox only. Simulates the rail, or the bank that returns the money.
   */
  settle(payout_id: string, params?: PayoutSettle, options?: CallOptions): Promise<Payout> {
    return this.call('POST /sandbox/payouts/:payout_id/settle', [payout_id], params ?? {}, options)
  }

  /**
   * Onboard the recipient of a payout.
   *
   * Sandbox only. Simulates a recipient who opens the account that the payout is waiting for.
   */
  onboard(payout_id: string, options?: CallOptions): Promise<Payout> {
    return this.call('POST /sandbox/payouts/:payout_id/onboard', [payout_id], undefined, options)
  }
}

/** The decrypted token of Apple Pay. */
export interface ApplePayDecrypt {
  /** The number of the card or of the token for it. Answers show its last four digits. */
  dpan: string
  /** The month in which the card expires. */
  expiry_month: string
  /** The year in which the card expires. */
  expiry_year: string
  /** The name on the card. */
  card_holder_name: string
  /** The network of the card, in any case. */
  card_network?: string | null | undefined
}

export interface Approval {
  /** The user who approved the payout. */
  user_id: string
  /** When it was approved, in UTC. */
  created: string
}

export interface EnabledPaymentMethod {
  /** A category of payout methods, in any case. */
  payment_method: string
  /** The kinds of this category, such as `sepa`. By default all. */
  payment_method_types?: string[] | undefined
}

/** The decrypted token of Google Pay. */
export interface GooglePayDecrypt {
  /** The number of the card or of the token for it. Answers show its last four digits. */
  application_primary_account_number: string
  /** The month in which the card expires. */
  expiry_month: string
  /** The year in which the card expires. */
  expiry_year: string
  /** The name on the card. */
  card_holder_name: string
  /** The network of the card, in any case. */
  card_network?: string | null | undefined
}

/** Where the money goes, under one key named after the type. Numbers show their last four characters. Null until there is a method. */
export interface MaskedPayoutMethod {
  /** The card: its last four digits (`last4`), its expiry and the name on it. */
  card?: Record<string, unknown>
  /** The bank account, with its `payout_method_type`. */
  bank?: Record<string, unknown>
  /** The wallet, under its name. */
  wallet?: Record<string, unknown>
  /** The e-mail or open-banking account, under its name. */
  bank_redirect?: Record<string, unknown>
  /** The token of another payment service. */
  passthrough?: Record<string, unknown>
}

/** A token of another payment service. */
export interface Passthrough {
  /** The token of the payout method at another payment service. */
  psp_token: string
  /** The id of the recipient at that service. */
  psp_customer_id: string
  token_type: TokenType
}

export interface Payout {
  /** The id of the payout, `po_…`. */
  payout_id: string
  /** The id of the merchant that the object belongs to. */
  merchant_id: string
  /** The id of the business profile, `pro_…`. */
  profile_id: string
  /** Your own reference, such as an order number. It need not be unique. */
  merchant_order_reference_id: string | null
  /**
   * What happens next, and who has to act.
   *
   * - `requires_payout_method_data`: Needs the details of the recipient, who has the link. Cancel it, or add a method yourself.
   * - `requires_confirmation`: The recipient has sent details. Review and confirm them, or cancel the payout.
   * - `requires_fulfillment`: Ready to send: fulfill it, or cancel it. With `auto_fulfill` it is sent automatically.
   * - `requires_vendor_account_creation`: The recipient must first open an account with the rail, within seven days. Confirm the payout to check again.
   * - `requires_creation`: Being sent to the rail. Wait.
   * - `initiated`: Sent to the rail. Wait for the event, or retrieve the payout.
   * - `pending`: The rail accepted the payout and is processing it. Wait for the event, or retrieve the payout.
   * - `success`: The recipient has the money. The bank can still return it.
   * - `failed`: No money left your balance; `unified_code` says why. Create another payout.
   * - `reversed`: The recipient's bank returned the money to your balance.
   * - `cancelled`: Cancelled before it was sent.
   * - `expired`: The payout was not fulfilled in time.
   * - `ineligible`: The recipient cannot be paid this way; `unified_code` says why.
   */
  status: 'requires_payout_method_data' | 'requires_confirmation' | 'requires_fulfillment' | 'requires_vendor_account_creation' | 'requires_creation' | 'initiated' | 'pending' | 'success' | 'failed' | 'reversed' | 'cancelled' | 'expired' | 'ineligible'
  /** What is sent, in the lowest unit of the currency. */
  amount: number
  /** The three-letter ISO 4217 code of the currency, in upper case. */
  currency: string
  /** The type of the method; null until it is known. */
  payout_type: 'card' | 'bank' | 'wallet' | 'bank_redirect' | null
  payout_method_data: MaskedPayoutMethod | null
  /** The saved payout method that is used, or that this payout saved; null otherwise. */
  payout_method_id: string | null
  /** The customer who receives the money. */
  customer_id: string
  customer: PayoutCustomer
  /** The recipient: address, phone and e-mail address; null if not sent. */
  billing: Contact | null
  /** Whether it is sent within seconds after its confirmation. */
  auto_fulfill: boolean
  /** Whether the method is saved when the payout succeeds. */
  recurring: boolean
  /** What the recipient is, spelled as you sent it; null if not sent. */
  entity_type: string | null
  /** How fast the rail should send it; null if not sent. */
  priority: 'instant' | 'fast' | 'regular' | 'wire' | 'cross_border' | 'internal' | null
  /** The two-letter code of the country of your business; null if not sent. */
  business_country: string | null
  /** Your own text about the payout. */
  description: string | null
  /** An address of yours that is stored with the payout. */
  return_url: string | null
  metadata: StoredMetadata | null
  /** Lets a recipient with a publishable key enter the payout method. Null in lists and for keys without `payouts:write`. */
  client_secret: string | null
  payout_link: PayoutLink | null
  /** Why it was cancelled: your own text of up to 255 characters. */
  cancellation_reason: string | null
  unified_code: UnifiedCode | null
  /** The text of `unified_code`, which you may show to the customer. */
  unified_message: string | null
  /** The acquirer's own code for the failure; null without one. Branch on `unified_code`. */
  error_code: string | null
  /** The acquirer's own text for the failure, for your support staff; null without one. */
  error_message: string | null
  /** The acquirer that was called; null if none was. Secret keys see it. */
  connector: string | null
  /** The id of the transaction at the acquirer, for questions to the acquirer; null until there is one. */
  connector_transaction_id: string | null
  /** Every time it was sent to the rail, oldest first; null until then. */
  attempts: PayoutAttempt[] | null
  /** The users who created the payout or changed its content. None of them can approve it. Empty if only keys did. */
  prepared_by: string[]
  /** The approvals of the content as it is now, oldest first. A change removes them. */
  approvals: Approval[]
  /** How many different users must approve it before it is sent: `payout_approvals` of its profile now. */
  approvals_required: number
  /** When the object was created, in UTC. */
  created: string
  /** When the object last changed, in UTC. */
  modified_at: string
  /** When the details were confirmed, in UTC; null until then. */
  confirmed_at: string | null
  /** When it expires unless it is sent, in UTC; null once it is sent. */
  expires_at: string | null
}

export interface PayoutAttempt {
  /** The id of the attempt. */
  attempt_id: string
  /** The status of the payout after this attempt. */
  status: 'requires_payout_method_data' | 'requires_confirmation' | 'requires_fulfillment' | 'requires_vendor_account_creation' | 'requires_creation' | 'initiated' | 'pending' | 'success' | 'failed' | 'reversed' | 'cancelled' | 'expired' | 'ineligible'
  /** What was sent, in the lowest unit of the currency. */
  amount: number
  /** The three-letter ISO 4217 code of the currency, in upper case. */
  currency: string
  /** The acquirer that was called; null if none was. Secret keys see it. */
  connector: string
  /** The id of the transaction at the acquirer, for questions to the acquirer; null until there is one. */
  connector_transaction_id: string | null
  /** The acquirer's own code for the failure; null without one. Branch on `unified_code`. */
  error_code: string | null
  /** The acquirer's own text for the failure, for your support staff; null without one. */
  error_message: string | null
  unified_code: UnifiedCode | null
  /** The text of `unified_code`, which you may show to the customer. */
  unified_message: string | null
  /** When it was sent, in UTC. */
  created: string
}

export interface PayoutCancel {
  /** Why it was cancelled: your own text of up to 255 characters. */
  cancellation_reason?: string | null | undefined
}

export interface PayoutConfirm extends Omit<PayoutCreate, 'amount' | 'currency' | 'metadata' | 'payout_link' | 'payout_link_config'> {
  /** The `client_secret` of the object, required with a publishable key. It can also be in the header `X-Client-Secret`. */
  client_secret?: string | undefined
  /** In the lowest unit of the currency. */
  amount?: number | undefined
  currency?: Currency | undefined
  metadata?: MetadataPatch | null | undefined
}

export interface PayoutCreate {
  /** In the lowest unit of the currency. */
  amount: number
  currency: Currency
  /** Your own reference, such as an order number. It need not be unique. */
  merchant_order_reference_id?: string | null | undefined
  /** The type of the method, in any case. Required before the confirmation; the method in the request sets it. */
  payout_type?: string | undefined
  payout_method_data?: PayoutMethodData | undefined
  /** A token from POST /tokens, or a `payout_method_id`. */
  payout_token?: string | undefined
  /** A saved payout method of the customer, instead of `payout_method_data`. */
  payout_method_id?: string | undefined
  /** The bank account that the money comes from. Stored encrypted. */
  source_bank_data?: PayoutMethodDataBankTransfer | undefined
  customer?: PayoutCreateCustomer | undefined
  /** @deprecated Send the `customer` object instead. */
  customer_id?: string | null | undefined
  /** @deprecated Send the `customer` object instead. */
  email?: string | null | undefined
  /** @deprecated Send the `customer` object instead. */
  name?: string | null | undefined
  /** @deprecated Send the `customer` object instead. */
  phone?: string | null | undefined
  /** @deprecated Send the `customer` object instead. */
  phone_country_code?: string | null | undefined
  /** The recipient: the address, the phone and the e-mail address. */
  billing?: Billing | undefined
  /** What the recipient is: a person, a company or another body. */
  entity_type?: string | undefined
  /** How fast the rail should send it, in any case. By default the rail decides. */
  priority?: string | undefined
  /** Your own text about the payout. */
  description?: string | null | undefined
  /** True confirms the details with this request, which must be complete. */
  confirm?: boolean | undefined
  /** True sends the payout within seconds after its confirmation. By default false. Refused with 422 if the profile has `payout_approvals`. */
  auto_fulfill?: boolean | undefined
  /** True saves the method when the payout succeeds, for later payouts. By default false. */
  recurring?: boolean | undefined
  /** The two-letter ISO 3166-1 code of the country of your business. */
  business_country?: CardCountry | undefined
  /** The business profile of the payout. By default your default profile. */
  profile_id?: string | undefined
  /** An address of yours that is stored with the payout. */
  return_url?: string | null | undefined
  /** Seconds until the client secret expires. */
  session_expiry?: number | undefined
  browser_info?: BrowserInfo | undefined
  metadata?: Metadata | undefined
  /** True makes a page on which the recipient enters the method. Can only be set on creation. */
  payout_link?: boolean | undefined
  payout_link_config?: PayoutLinkConfig | undefined
}

/** The recipient: an existing customer, or a new one. */
export interface PayoutCreateCustomer {
  /** The customer who receives the money; created if there is none with this id, and generated when omitted. A card number is refused. */
  id?: string | undefined
  /** The e-mail address of the recipient. */
  email?: string | null | undefined
  /** The name of the recipient. */
  name?: string | null | undefined
  /** The phone number without its country code. */
  phone?: string | null | undefined
  /** The country code of the phone number, such as `+1`. */
  phone_country_code?: string | null | undefined
  /** The tax number of the recipient. Stored encrypted and never returned. */
  tax_registration_id?: string | null | undefined
  /** For example a document type and a number. Stored encrypted and never returned. */
  document_details?: Record<string, string> | null | undefined
}

/** The recipient, as the payout was created. */
export interface PayoutCustomer {
  /** The same as `customer_id`. */
  id: string
  /** The name of the recipient. */
  name: string | null
  /** The e-mail address of the recipient. */
  email: string | null
  /** The phone number of the recipient, without country code. */
  phone: string | null
  /** The country code of the phone number, such as `+1`. */
  phone_country_code: string | null
}

export type PayoutFulfill = Record<string, never>

/** The page on which the recipient enters the method; null without one. */
export interface PayoutLink {
  /** The page for the recipient. With `payouts:write` its fragment has the `client_secret`, without which the page takes no details. */
  link?: string
  /** How the page looks, as you sent it. */
  config?: PayoutLinkConfig
}

/** How the page of the payout link looks; only with `payout_link`. */
export interface PayoutLinkConfig {
  /** The address of the image at the top of the page. */
  logo?: string | undefined
  /** Your name at the top of the page. By default that of the profile. */
  merchant_name?: string | undefined
  /** The color of the page, such as `#1a73e8`. */
  theme?: string | undefined
  /** What the page offers. By default the usual methods of the currency. */
  enabled_payment_methods?: EnabledPaymentMethod[] | undefined
  /** Stored and returned with the link; it changes nothing. */
  form_layout?: string | undefined
  /** Stored and returned with the link; it changes nothing. */
  test_mode?: boolean | undefined
}

export type PayoutList = Page<Payout>

export interface PayoutListParams extends PageParams {
  /** `newest` lists the last created entry first, `oldest` lists the first created one first. */
  order?: 'newest' | 'oldest' | undefined
  /** One id, or several separated by commas. */
  payout_id?: string | string[] | undefined
  /** A status, or several. Values: `requires_payout_method_data`, `requires_confirmation`, `requires_fulfillment`, `requires_vendor_account_creation`, `requires_creation`, `initiated`, `pending`, `success`, `failed`, `reversed`, `cancelled`, `expired`, `ineligible`. */
  status?: string | string[] | undefined
  /** A customer, or several. */
  customer_id?: string | string[] | undefined
  /** A currency as an ISO 4217 code, or several. */
  currency?: string | string[] | undefined
  /** A type, or several. Values: `card`, `bank`, `wallet`, `bank_redirect`. */
  payout_type?: string | string[] | undefined
  /** The same as `payout_type`. Values: `card`, `bank`, `wallet`, `bank_redirect`. */
  payment_method?: string | string[] | undefined
  /** A type of recipient, such as `Individual`, or several, in any spelling. Values: `individual`, `company`, `nonprofit`, `publicsector`, `naturalperson`, `personal`. */
  entity_type?: string | string[] | undefined
  /** A profile, or several. */
  profile_id?: string | string[] | undefined
  /** Exactly this reference of yours. */
  merchant_order_reference_id?: string | undefined
}

/** Where the money goes: exactly one method. Stored encrypted. */
export interface PayoutMethodData {
  card?: PayoutMethodDataCard | undefined
  bank_transfer?: PayoutMethodDataBankTransfer | undefined
  wallet?: PayoutMethodDataWallet | undefined
  bank_redirect?: PayoutMethodDataBankRedirect | undefined
  passthrough?: Passthrough | undefined
}

/** A transfer by e-mail or open banking: exactly one. */
export interface PayoutMethodDataBankRedirect {
  interac?: PayoutMethodDataBankRedirectInterac | undefined
  open_banking_uk?: PayoutMethodDataBankRedirectOpenBankingUk | undefined
}

/** An Interac e-Transfer to an e-mail address. */
export interface PayoutMethodDataBankRedirectInterac {
  /** The e-mail address that the recipient has there. */
  email: string
}

/** An account in the United Kingdom, paid by open banking. */
export interface PayoutMethodDataBankRedirectOpenBankingUk {
  /** The name of the person or company that owns the account. */
  account_holder_name: string
  /** The IBAN of the account. Answers show its last four characters. */
  iban: string
}

/** The bank account that receives the money. */
export interface PayoutMethodDataBankTransfer {
  /** The rail, in any case. It decides which other fields there are. */
  payout_method_type: string
}

/** The card that receives the money. */
export interface PayoutMethodDataCard {
  /** The number of the card or of the token for it. Answers show its last four digits. */
  card_number: string
  /** The month in which the card expires. */
  expiry_month: string
  /** The year in which the card expires. */
  expiry_year: string
  /** The name on the card. */
  card_holder_name: string
  /** The network of the card, in any case. */
  card_network?: string | null | undefined
}

/** The wallet that receives the money: exactly one. */
export interface PayoutMethodDataWallet {
  apple_pay_decrypt?: ApplePayDecrypt | undefined
  google_pay_decrypt?: GooglePayDecrypt | undefined
  paypal?: PayoutMethodDataWalletPaypal | undefined
  venmo?: PayoutMethodDataWalletVenmo | undefined
}

/** The PayPal account of the recipient. */
export interface PayoutMethodDataWalletPaypal {
  /** The e-mail address that the recipient has there. */
  email: string
  /** The phone number that the recipient has there. */
  telephone_number: string
  /** The id of the recipient at PayPal. */
  paypal_id: string
}

/** The Venmo account of the recipient. */
export interface PayoutMethodDataWalletVenmo {
  /** The phone number that the recipient has there. */
  telephone_number: string
}

export interface PayoutSettle {
  /** What the sandbox rail reports; `returned`: the money came back. By default `approved`. */
  outcome?: 'approved' | 'declined' | 'returned' | undefined
}

export interface PayoutUpdate extends Pick<PayoutCreate, 'payout_type' | 'payout_method_data' | 'payout_token' | 'payout_method_id' | 'billing' | 'entity_type' | 'priority' | 'description'> {
  metadata?: MetadataPatch | null | undefined
}

/** The type of the method behind the token. */
export type TokenType = 'ach' | 'affirm' | 'afterpay_clearpay' | 'ali_pay' | 'alma' | 'amazon_pay' | 'apple_pay' | 'atome' | 'bacs' | 'bancontact_card' | 'bizum' | 'blik' | 'boleto' | 'breadpay' | 'cashapp' | 'credit' | 'crypto_currency' | 'dana' | 'debit' | 'eft' | 'eps' | 'flexiti' | 'gcash' | 'giropay' | 'go_pay' | 'google_pay' | 'ideal' | 'interac' | 'kakao_pay' | 'klarna' | 'mb_way' | 'mobile_pay' | 'momo' | 'multibanco' | 'online_banking_czech_republic' | 'online_banking_finland' | 'online_banking_fpx' | 'online_banking_poland' | 'online_banking_slovakia' | 'online_banking_thailand' | 'open_banking' | 'open_banking_uk' | 'pay_bright' | 'paypal' | 'pix' | 'pix_emv' | 'pix_key' | 'przelewy24' | 'revolut_pay' | 'samsung_pay' | 'sepa' | 'sofort' | 'swish' | 'touch_n_go' | 'trustly' | 'twint' | 'upi_collect' | 'upi_intent' | 'venmo' | 'vipps' | 'walley' | 'we_chat_pay'
