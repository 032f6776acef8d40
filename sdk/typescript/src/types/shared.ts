// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { Page } from '../list.ts'

/** The address, the phone and the e-mail address of a person. */
export interface Billing {
  address?: BillingAddress | undefined
  phone?: BillingPhone | undefined
  /** The e-mail address of the person. */
  email?: string | null | undefined
}

/** The postal address and the name of the person. All but `line2` and `line3` are required with new payment details. */
export interface BillingAddress {
  /** The first line of the address: street and number. */
  line1?: string | undefined
  /** The second line, such as an apartment. */
  line2?: string | null | undefined
  /** The third line. */
  line3?: string | null | undefined
  /** The city or town. */
  city?: string | undefined
  /** The state, province or region. */
  state?: string | undefined
  /** The postal code. */
  zip?: string | undefined
  /** The two-letter ISO 3166-1 code of the country, in upper case. */
  country?: CardCountry | undefined
  /** The first name of the person at this address. */
  first_name?: string | undefined
  /** The last name of the person at this address. */
  last_name?: string | undefined
}

/** The phone of the person. Both parts are required with new payment details. */
export interface BillingPhone {
  /** The phone number without its country code. */
  number?: string | undefined
  /** The country code of the phone number, such as `+1`. */
  country_code?: string | undefined
}

/** The details of `blik`, in PLN. */
export interface Blik {
  /** The code in the banking app. Without it the customer enters it on the page. */
  blik_code?: string | null | undefined
}

/** The details of `boleto`, in BRL. */
export interface Boleto {
  /** The tax number (CPF) of the customer, which the voucher must name. */
  social_security_number: string
}

/** The browser of the shopper. Send at least `ip_address` and `user_agent` for card payments: risk rules and the guard against card testing use the address. */
export interface BrowserInfo {
  /** The IP address of the shopper. A publishable key cannot send it: then it is that of the connection. */
  ip_address?: string | undefined
  /** The header User-Agent of the browser of the shopper. */
  user_agent?: string | undefined
  /** The header Accept of the browser: the content types it takes. */
  accept_header?: string | undefined
  /** The header Accept-Language of the browser. */
  accept_language?: string | undefined
  /** The language of the browser as a locale tag, such as `en-GB`. */
  language?: string | undefined
  /** The color depth of the screen, in bits per pixel. */
  color_depth?: number | undefined
  /** The height of the screen. In pixels, as the browser reports it. */
  screen_height?: number | undefined
  /** The width of the screen. In pixels, as the browser reports it. */
  screen_width?: number | undefined
  /** The offset from UTC in minutes, as the browser reports it. */
  time_zone?: number | undefined
  /** Whether the browser runs Java. */
  java_enabled?: boolean | undefined
  /** Whether the browser runs JavaScript. */
  java_script_enabled?: boolean | undefined
  /** The operating system of the device. */
  os_type?: string | undefined
  /** The version of the operating system. */
  os_version?: string | undefined
  /** The model of the device. */
  device_model?: string | undefined
  /** The page from which the shopper came, as in the header Referer. */
  referer?: string | undefined
}

/** An ISO 3166-1 code of two capital letters, such as DE. */
export type CardCountry = 'AD' | 'AE' | 'AF' | 'AG' | 'AI' | 'AL' | 'AM' | 'AO' | 'AQ' | 'AR' | 'AS' | 'AT' | 'AU' | 'AW' | 'AX' | 'AZ' | 'BA' | 'BB' | 'BD' | 'BE' | 'BF' | 'BG' | 'BH' | 'BI' | 'BJ' | 'BL' | 'BM' | 'BN' | 'BO' | 'BQ' | 'BR' | 'BS' | 'BT' | 'BV' | 'BW' | 'BY' | 'BZ' | 'CA' | 'CC' | 'CD' | 'CF' | 'CG' | 'CH' | 'CI' | 'CK' | 'CL' | 'CM' | 'CN' | 'CO' | 'CR' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'CZ' | 'DE' | 'DJ' | 'DK' | 'DM' | 'DO' | 'DZ' | 'EC' | 'EE' | 'EG' | 'EH' | 'ER' | 'ES' | 'ET' | 'FI' | 'FJ' | 'FK' | 'FM' | 'FO' | 'FR' | 'GA' | 'GB' | 'GD' | 'GE' | 'GF' | 'GG' | 'GH' | 'GI' | 'GL' | 'GM' | 'GN' | 'GP' | 'GQ' | 'GR' | 'GS' | 'GT' | 'GU' | 'GW' | 'GY' | 'HK' | 'HM' | 'HN' | 'HR' | 'HT' | 'HU' | 'ID' | 'IE' | 'IL' | 'IM' | 'IN' | 'IO' | 'IQ' | 'IR' | 'IS' | 'IT' | 'JE' | 'JM' | 'JO' | 'JP' | 'KE' | 'KG' | 'KH' | 'KI' | 'KM' | 'KN' | 'KP' | 'KR' | 'KW' | 'KY' | 'KZ' | 'LA' | 'LB' | 'LC' | 'LI' | 'LK' | 'LR' | 'LS' | 'LT' | 'LU' | 'LV' | 'LY' | 'MA' | 'MC' | 'MD' | 'ME' | 'MF' | 'MG' | 'MH' | 'MK' | 'ML' | 'MM' | 'MN' | 'MO' | 'MP' | 'MQ' | 'MR' | 'MS' | 'MT' | 'MU' | 'MV' | 'MW' | 'MX' | 'MY' | 'MZ' | 'NA' | 'NC' | 'NE' | 'NF' | 'NG' | 'NI' | 'NL' | 'NO' | 'NP' | 'NR' | 'NU' | 'NZ' | 'OM' | 'PA' | 'PE' | 'PF' | 'PG' | 'PH' | 'PK' | 'PL' | 'PM' | 'PN' | 'PR' | 'PS' | 'PT' | 'PW' | 'PY' | 'QA' | 'RE' | 'RO' | 'RS' | 'RU' | 'RW' | 'SA' | 'SB' | 'SC' | 'SD' | 'SE' | 'SG' | 'SH' | 'SI' | 'SJ' | 'SK' | 'SL' | 'SM' | 'SN' | 'SO' | 'SR' | 'SS' | 'ST' | 'SV' | 'SX' | 'SY' | 'SZ' | 'TC' | 'TD' | 'TF' | 'TG' | 'TH' | 'TJ' | 'TK' | 'TL' | 'TM' | 'TN' | 'TO' | 'TR' | 'TT' | 'TV' | 'TW' | 'TZ' | 'UA' | 'UG' | 'UM' | 'US' | 'UY' | 'UZ' | 'VA' | 'VC' | 'VE' | 'VG' | 'VI' | 'VN' | 'VU' | 'WF' | 'WS' | 'YE' | 'YT' | 'ZA' | 'ZM' | 'ZW'

/** The payer, as sent or taken from the customer; null if unknown. */
export interface Contact {
  address?: ContactAddress | null
  phone?: ContactPhone | null
  /** The e-mail address of the person. */
  email?: string | null
}

/** The postal address and the name of the person. */
export interface ContactAddress {
  /** The first line of the address: street and number. */
  line1?: string | null
  /** The second line, such as an apartment. */
  line2?: string | null
  /** The third line. */
  line3?: string | null
  /** The city or town. */
  city?: string | null
  /** The state, province or region. */
  state?: string | null
  /** The postal code. */
  zip?: string | null
  /** The two-letter ISO 3166-1 code of the country, in upper case. */
  country?: string | null
  /** The first name of the person at this address. */
  first_name?: string | null
  /** The last name of the person at this address. */
  last_name?: string | null
}

/** The phone of the person. */
export interface ContactPhone {
  /** The phone number without its country code. */
  number?: string | null
  /** The country code of the phone number, such as `+1`. */
  country_code?: string | null
}

export interface CreditNote {
  /** The id of the credit note, `crn_…`. */
  credit_note_id: string
  /** Without gaps per year, such as `CN-2026-000001`; given in seconds. */
  number: string | null
  /**
   * Whether it is in force.
   *
   * - `issued`: The money was given back.
   * - `void`: The money came back: the refund failed later, or the dispute was won.
   */
  status: 'issued' | 'void'
  /**
   * Why it was issued.
   *
   * - `refund`: A payment of the invoice was refunded.
   * - `dispute`: A payment of the invoice was lost to a dispute.
   */
  reason: 'refund' | 'dispute'
  /** The refund; null for a dispute. */
  refund_id: string | null
  /** The dispute; null for a refund. */
  dispute_id: string | null
  /** The three-letter ISO 4217 code of the currency, in upper case. */
  currency: string
  /** What was given back. */
  amount: number
  /** The credit note as a PDF file. */
  credit_note_pdf: string
  /** When the object was created, in UTC. */
  created: string
}

/** A payment in a cryptocurrency, on the page of the provider. */
export interface Crypto {
  /** The asset that the customer receives: `BTC` for example. */
  pay_currency: string
  /** The destination address. */
  wallet_address: string
  /** The network, if the asset exists on several. */
  network?: string | null | undefined
  /** The memo or tag, if the network needs one. */
  wallet_address_tag?: string | null | undefined
  /** The id of the option in the quote of the upstream. */
  payment_method_id?: string | null | undefined
  /** Your customer reference for the upstream checkout. */
  external_customer_id?: string | null | undefined
}

/** The three-letter ISO 4217 code of the currency, in upper case. */
export type Currency = 'AED' | 'AFN' | 'ALL' | 'AMD' | 'AOA' | 'ARS' | 'AUD' | 'AWG' | 'AZN' | 'BAM' | 'BBD' | 'BDT' | 'BHD' | 'BIF' | 'BMD' | 'BND' | 'BOB' | 'BRL' | 'BSD' | 'BTN' | 'BWP' | 'BYN' | 'BZD' | 'CAD' | 'CDF' | 'CHF' | 'CLP' | 'CNY' | 'COP' | 'CRC' | 'CUP' | 'CVE' | 'CZK' | 'DJF' | 'DKK' | 'DOP' | 'DZD' | 'EGP' | 'ERN' | 'ETB' | 'EUR' | 'FJD' | 'FKP' | 'GBP' | 'GEL' | 'GHS' | 'GIP' | 'GMD' | 'GNF' | 'GTQ' | 'GYD' | 'HKD' | 'HNL' | 'HTG' | 'HUF' | 'IDR' | 'ILS' | 'INR' | 'IQD' | 'IRR' | 'ISK' | 'JMD' | 'JOD' | 'JPY' | 'KES' | 'KGS' | 'KHR' | 'KMF' | 'KPW' | 'KRW' | 'KWD' | 'KYD' | 'KZT' | 'LAK' | 'LBP' | 'LKR' | 'LRD' | 'LSL' | 'LYD' | 'MAD' | 'MDL' | 'MGA' | 'MKD' | 'MMK' | 'MNT' | 'MOP' | 'MRU' | 'MUR' | 'MVR' | 'MWK' | 'MXN' | 'MYR' | 'MZN' | 'NAD' | 'NGN' | 'NIO' | 'NOK' | 'NPR' | 'NZD' | 'OMR' | 'PAB' | 'PEN' | 'PGK' | 'PHP' | 'PKR' | 'PLN' | 'PYG' | 'QAR' | 'RON' | 'RSD' | 'RUB' | 'RWF' | 'SAR' | 'SBD' | 'SCR' | 'SDG' | 'SEK' | 'SGD' | 'SHP' | 'SLE' | 'SOS' | 'SRD' | 'SSP' | 'STN' | 'SVC' | 'SYP' | 'SZL' | 'THB' | 'TJS' | 'TMT' | 'TND' | 'TOP' | 'TRY' | 'TTD' | 'TWD' | 'TZS' | 'UAH' | 'UGX' | 'USD' | 'UYU' | 'UZS' | 'VED' | 'VES' | 'VND' | 'VUV' | 'WST' | 'XAF' | 'XCD' | 'XCG' | 'XOF' | 'XPF' | 'YER' | 'ZAR' | 'ZMW' | 'ZWG'

/** The delivery of the event; null until it is queued. */
export interface Delivery {
  /**
   * How far the delivery is.
   *
   * - `pending`: The next attempt is at `next_attempt_at`.
   * - `delivered`: Your server answered with a 2xx.
   * - `exhausted`: No attempt succeeded, and there are no more automatic retries.
   * - `stopped`: Not retried: your server answered 410, or the profile has no `webhook_url`.
   * - `skipped`: Never sent: `reason` says why the profile does not receive it.
   */
  status: 'pending' | 'delivered' | 'exhausted' | 'stopped' | 'skipped'
  /**
   * Why the delivery was skipped or stopped; null otherwise.
   *
   * - `no_webhook_url`: The profile has no `webhook_url`.
   * - `event_not_enabled`: The profile does not receive this type.
   * - `gone`: Your server answered 410.
   */
  reason: 'no_webhook_url' | 'event_not_enabled' | 'gone' | null
  /** The number of attempts so far. */
  attempts: number
  /** When the next attempt is made, in UTC; null if none is. */
  next_attempt_at: string | null
  /** When the delivery ended, in UTC; null until then. */
  finished_at: string | null
}

export interface Dispute {
  /** The id of the dispute, `dp_…`. */
  dispute_id: string
  /** The id of the payment: the one that you chose, or a generated `pay_…`. */
  payment_id: string
  /** The id of the merchant that the object belongs to. */
  merchant_id: string
  /** The id of the business profile, `pro_…`. */
  profile_id: string
  /** The disputed amount, in the lowest unit of the currency. */
  amount: number
  /** The three-letter ISO 4217 code of the currency, in upper case. */
  currency: string
  /**
   * What you can do, or how it ended.
   *
   * - `dispute_opened`: The cardholder wants the money back. Submit evidence or accept it before `challenge_required_by`.
   * - `dispute_challenged`: The issuer has your evidence. You can submit more before `challenge_required_by`.
   * - `dispute_accepted`: You accepted the dispute. The cardholder keeps the money.
   * - `dispute_expired`: No evidence was submitted in time. The cardholder keeps the money.
   * - `dispute_cancelled`: The cardholder withdrew the dispute. The money is returned to you.
   * - `dispute_won`: The issuer decided for you. The money is returned to you. The issuer can escalate once.
   * - `dispute_lost`: The issuer decided against you. The cardholder keeps the money.
   */
  status: 'dispute_opened' | 'dispute_challenged' | 'dispute_accepted' | 'dispute_expired' | 'dispute_cancelled' | 'dispute_won' | 'dispute_lost'
  /** The same as `status`. */
  dispute_status: 'dispute_opened' | 'dispute_challenged' | 'dispute_accepted' | 'dispute_expired' | 'dispute_cancelled' | 'dispute_won' | 'dispute_lost'
  /**
   * How far the dispute has gone.
   *
   * - `pre_dispute`: An inquiry: no money was taken yet.
   * - `dispute`: The amount was taken from your balance.
   * - `pre_arbitration`: The issuer escalated a dispute that you had won.
   */
  dispute_stage: 'pre_dispute' | 'dispute' | 'pre_arbitration'
  /** Why the cardholder wants the money back, such as `fraudulent`. */
  reason: string
  /** The card network's code for the reason. */
  reason_code: string
  /** Until when you can submit evidence or accept, in UTC. */
  challenge_required_by: string
  /** When evidence was last submitted, in UTC; null until then. */
  evidence_submitted_at: string | null
  /** Whether part of the disputed amount had been refunded before. */
  is_already_refunded: boolean
  /** The id of the dispute at the acquirer. */
  connector_dispute_id: string
  /** When the object was created, in UTC. */
  created: string
  /** When the object last changed, in UTC. */
  modified_at: string
}

/** An event type, such as payment_succeeded (all: /docs). */
export type EventType = 'payment_created' | 'payment_succeeded' | 'payment_failed' | 'payment_processing' | 'payment_cancelled' | 'payment_authorized' | 'payment_captured' | 'payment_reversed' | 'action_required' | 'refund_succeeded' | 'refund_failed' | 'refund_review' | 'dispute_opened' | 'dispute_expired' | 'dispute_accepted' | 'dispute_cancelled' | 'dispute_challenged' | 'dispute_won' | 'dispute_lost' | 'payout_initiated' | 'payout_processing' | 'payout_success' | 'payout_failed' | 'payout_cancelled' | 'payout_expired' | 'payout_reversed' | 'invoice_paid' | 'invoice_payment_failed' | 'subscription_active' | 'subscription_trial' | 'subscription_paused' | 'subscription_resumed' | 'subscription_cancelled' | 'subscription_inactive' | 'payment_link_completed' | 'payment_link_expired'

/** The details of `ideal`, in EUR. */
export interface Ideal {
  /** The bank of the customer. Without it the customer chooses on the page. */
  bank_name?: string | null | undefined
}

export interface Invoice {
  /** The id of the invoice, `inv_…`. */
  id: string
  /** The id of the subscription, `sub_…`. */
  subscription_id: string
  /** The id of the merchant that the object belongs to. */
  merchant_id: string
  /** The id of the business profile, `pro_…`. */
  profile_id: string
  /** The customer who pays it. */
  customer_id: string
  /** The last payment that was made for it. */
  payment_id: string | null
  /** The saved payment method that was last charged for it. */
  payment_method_id: string | null
  /** Without gaps per year; given within seconds after `finalized_at`. */
  number: string | null
  /**
   * It follows the payments that are made for it.
   *
   * - `invoice_created`: It is due, and no payment is in progress.
   * - `payment_pending`: A payment was made for it, and its outcome is not known yet.
   * - `payment_pending_timeout`: The customer had to act, and did not act in time. `next_attempt_at` says when the next payment is made.
   * - `payment_succeeded`: It was paid when nothing waited for it any more. The money is on the credit balance of the customer.
   * - `payment_failed`: The payment was declined; `unified_code` says why, `next_attempt_at` when it is retried.
   * - `payment_canceled`: You cancelled the payment. `next_attempt_at` says when the next one is made.
   * - `invoice_paid`: The money received for it covers it, or there was nothing to pay.
   * - `manual_review`: The payment is held for your review: approve or reject it. Or less was received than the invoice asks for: resolve the invoice.
   * - `voided`: It will not be paid; a credit that was applied to it was returned.
   */
  status: 'invoice_created' | 'payment_pending' | 'payment_pending_timeout' | 'payment_succeeded' | 'payment_failed' | 'payment_canceled' | 'invoice_paid' | 'manual_review' | 'voided'
  /**
   * Why it was made.
   *
   * - `first`: The first period of the subscription.
   * - `trial`: The trial: 0 is charged, and the payment method is saved.
   * - `renewal`: A further period.
   * - `plan_change`: Another price in the middle of a period.
   */
  reason: 'first' | 'trial' | 'renewal' | 'plan_change'
  /** The three-letter ISO 4217 code of the currency, in upper case. */
  currency: string
  /** What the total is made of. */
  line_items: LineItem[]
  /** The sum of the lines. */
  total: number
  /** Taken from the credit balance of the customer. */
  credit_applied: number
  /** Added to the credit balance, because the total is negative. */
  credit_granted: number
  /** What is to be paid. */
  amount: number
  /** What its payments have received. */
  amount_received: number
  /** What was refunded of that, including refunds in progress. */
  amount_refunded: number
  /** What open and lost disputes take of that. */
  amount_disputed: number
  /** One for each refund and each lost dispute of its payments, oldest first. */
  credit_notes: CreditNote[]
  /** The beginning of the period that it is for, in UTC. */
  period_start: string
  /** The end of the period that it is for, in UTC. */
  period_end: string
  /** When it is to be paid, in UTC. */
  due_at: string
  /** When it became final and so gets its number, in UTC; null before. */
  finalized_at: string | null
  /** When it was paid, in UTC; null until then. */
  paid_at: string | null
  /** The payments that were made for it. */
  attempt_count: number
  /** When the next payment is tried, in UTC; null if none is planned. */
  next_attempt_at: string | null
  /** Why the last payment was declined, as on the payment; null if it was not. */
  unified_code: UnifiedCode | null
  /** A page for the customer: the invoice, and a form while it can be paid. */
  hosted_invoice_url: string
  /** The invoice as a PDF file. */
  invoice_pdf: string
  /** When the object was created, in UTC. */
  created: string
  /** When the object last changed, in UTC. */
  modified_at: string
}

export type InvoiceList = Page<Invoice>

export interface InvoiceListParams extends PageParams {
  /** `newest` lists the last created entry first, `oldest` lists the first created one first. */
  order?: 'newest' | 'oldest' | undefined
  /** A status, or several. Values: `invoice_created`, `payment_pending`, `payment_pending_timeout`, `payment_succeeded`, `payment_failed`, `payment_canceled`, `invoice_paid`, `manual_review`, `voided`. */
  status?: string | string[] | undefined
  /** A number such as `2026-000001`, or several. */
  number?: string | string[] | undefined
  /** A customer, or several. */
  customer_id?: string | string[] | undefined
  /** A subscription, or several. */
  subscription_id?: string | string[] | undefined
  /** A currency as an ISO 4217 code, or several. */
  currency?: string | string[] | undefined
  /** A profile, or several. */
  profile_id?: string | string[] | undefined
  /** Only entries with this amount or more, in the lowest unit of the currency. */
  amount_gte?: number | undefined
  /** Only entries with this amount or less, in the lowest unit of the currency. */
  amount_lte?: number | undefined
}

export interface LineItem {
  /** The price, or the code of the coupon. */
  item_id: string
  /**
   * What the line is for.
   *
   * - `plan`: A period of the plan.
   * - `trial`: The trial, for which nothing is charged.
   * - `coupon`: The discount of a coupon.
   * - `unused_time`: The rest of a period that was paid at the old price; negative.
   * - `remaining_time`: The rest of a period at the new price.
   */
  item_type: 'plan' | 'trial' | 'coupon' | 'unused_time' | 'remaining_time'
  /** The name of the plan, or the code of the coupon. */
  description: string
  /** Negative for a discount and for unused time. */
  amount: number
  /** The three-letter ISO 4217 code of the currency, in upper case. */
  currency: string
  /** Always 1. */
  quantity: number
  /** The beginning of the time that the line is for, in UTC. */
  period_start: string
  /** The end of the time that the line is for, in UTC. */
  period_end: string
}

/** Your own pairs, returned with the object: up to 50, with keys of up to 40 characters and values of up to 500. Numbers and booleans are stored as text. No personal or card data. */
export type Metadata = Record<string, string | number | boolean>

/** Pairs to merge into the stored ones, key by key: a value of null removes its key, and null instead of the object removes all. Afterwards up to 50 pairs. */
export type MetadataPatch = Record<string, string | number | boolean | null>

/** What the customer has to do while the status is `requires_action`; null at all other times. The fields beside `type` depend on it. */
export interface NextAction {
  /**
   * What the customer has to do.
   *
   * - `redirect_to_url`: Send the browser of the customer to `redirect_to_url`, such as the page of a bank.
   * - `display_bank_transfer_information`: Show the account (`account_number` or `iban`, `bank_name`) and the `reference`; the customer transfers the money.
   * - `qr_code_information`: Show the QR code (`image_data_url`, or draw `raw_qr_data`) until `display_to_timestamp`.
   * - `display_voucher_information`: Show the `reference` that the customer pays with.
   * - `wait_screen_information`: The customer acts on another device. Show that you wait, from `display_from_timestamp` to `display_to_timestamp`.
   */
  type: 'redirect_to_url' | 'display_bank_transfer_information' | 'qr_code_information' | 'display_voucher_information' | 'wait_screen_information'
  /** Of `redirect_to_url`: the page to open in the browser of the customer. */
  redirect_to_url?: string
  /** What the customer writes on the transfer, or pays the voucher with. */
  reference?: string
  /** Of a bank transfer: the account to pay to, if it is not an IBAN. */
  account_number?: string
  /** Of a bank transfer: the account to pay to, as an IBAN. */
  iban?: string
  /** Of a bank transfer: the name of the bank that has the account. */
  bank_name?: string
  /** Of a bank transfer or voucher: until when it can be paid; ISO 8601 in UTC. */
  expires_at?: string
  /** Of `qr_code_information`: the text that the QR code encodes. */
  raw_qr_data?: string
  /** Of `qr_code_information`: the code as an SVG image, as a data URL. */
  image_data_url?: string
  /** Of `wait_screen_information`: when the wait began; ISO 8601 in UTC. */
  display_from_timestamp?: string
  /** Until when to show the code or the wait screen; ISO 8601 in UTC. */
  display_to_timestamp?: string
}

export interface Note {
  /** The id of the note, `note_…`. */
  note_id: string
  /** The type of the object. */
  object_type: 'payment' | 'dispute' | 'customer'
  /** The object that it is about. */
  object_id: string
  /** For the team, who alone see it. */
  text: string
  /** The author. */
  user_id: string
  /** When the object was created, in UTC. */
  created: string
}

export interface Notes {
  /** How many there are. */
  count: number
  /** All of them, newest first. */
  data: Note[]
}

/** The details of `online_banking_fpx`, in MYR. */
export interface OnlineBankingFpx {
  /** The bank that the customer pays from. */
  issuer: string
}

/** Every list takes these. */
export interface PageParams {
  /** Entries per page, 1 to 100. */
  limit?: number | undefined
  /** Entries to skip. For deep pages `starting_after` is cheaper. */
  offset?: number | undefined
  /** The id of the last entry of the previous page. The cost does not grow with depth. */
  starting_after?: string | undefined
  /** The id of the first entry of the next page: answers with the entries just before it, in the same order. Not together with `starting_after`. */
  ending_before?: string | undefined
  /** Only entries created at this time or later; ISO 8601. */
  created_gte?: string | undefined
  /** Only entries created at this time or earlier; ISO 8601. */
  created_lte?: string | undefined
}

/** Pay later: one object, named after `payment_method_type`. The payment needs an email and a billing address. */
export interface PayLater {
  /** The details of `klarna`, in AUD, CAD, CHF, CZK, DKK, EUR, GBP, NOK, NZD, PLN, RON, SEK, USD. */
  klarna?: ProviderPage | undefined
  /** The details of `affirm`, in CAD, USD. */
  affirm?: ProviderPage | undefined
  /** The details of `afterpay_clearpay`, in AUD, CAD, GBP, NZD, USD. */
  afterpay_clearpay?: ProviderPage | undefined
  /** The details of `alma`, in EUR. */
  alma?: ProviderPage | undefined
  /** The details of `atome`, in HKD, IDR, MYR, PHP, SGD, THB. */
  atome?: ProviderPage | undefined
  /** The details of `walley`, in DKK, EUR, NOK, SEK. */
  walley?: ProviderPage | undefined
  /** The details of `pay_bright`, in CAD. */
  pay_bright?: ProviderPage | undefined
  /** The details of `flexiti`, in CAD. */
  flexiti?: ProviderPage | undefined
  /** The details of `breadpay`, in USD. */
  breadpay?: ProviderPage | undefined
}

export interface PaymentCreateOrderDetail {
  /** The name of the item. */
  name: string
  /** How many of the item. */
  quantity: number
  /** The amount of the entry, in the lowest unit of the currency. */
  amount: number
  currency: Currency
}

export interface PaymentMethod {
  /** The id of the saved payment method, `pm_…`. */
  payment_method_id: string
  /** The id of the merchant that the object belongs to. */
  merchant_id: string
  /** The customer who owns it. */
  customer_id: string
  /** The category of the payment method. */
  payment_method: 'card' | 'wallet' | 'pay_later' | 'bank_redirect' | 'bank_transfer' | 'crypto' | 'upi'
  /** The kind within the category, such as `credit`. */
  payment_method_type: PaymentMethodType
  /** The method with its numbers masked. */
  payment_method_data: Record<string, unknown> | null
  /** Whether it is the `default_payment_method_id` of the customer. */
  is_default: boolean
  card: PaymentMethodCard | null
  /** A newer method of the customer with the same card number, such as the same card after its renewal. */
  replaced_by: string | null
  /** When the object was created, in UTC. */
  created: string
}

/** Null for a method that is not a card. */
export interface PaymentMethodCard {
  /** The month of its expiry has passed. */
  expired: boolean
  /** It expires within 30 days. */
  expires_soon: boolean
}

/** The instrument: exactly one of these objects, or a token. The method table is at docs/reference/payment-methods.md. */
export interface PaymentMethodData {
  card?: PaymentMethodDataCard | undefined
  provider_page?: ProviderPage | undefined
  wallet?: PaymentMethodDataWallet | undefined
  pay_later?: PayLater | undefined
  bank_redirect?: PaymentMethodDataBankRedirect | undefined
  bank_transfer?: PaymentMethodDataBankTransfer | undefined
  crypto?: Crypto | undefined
  upi?: Upi | undefined
  billing?: Billing | undefined
  /** A card as a token of `POST /tokens`, instead of its details. It works once. */
  token?: string | undefined
}

/** A payment on the page of a bank: one object, named after `payment_method_type`. */
export interface PaymentMethodDataBankRedirect {
  ideal?: Ideal | undefined
  /** The details of `bancontact_card`, in EUR. */
  bancontact_card?: ProviderPage | undefined
  /** The details of `eps`, in EUR. */
  eps?: Ideal | undefined
  /** The details of `giropay`, in EUR. */
  giropay?: ProviderPage | undefined
  sofort?: Sofort | undefined
  /** The details of `przelewy24`, in EUR, PLN. */
  przelewy24?: ProviderPage | undefined
  blik?: Blik | undefined
  /** The details of `trustly`, in CZK, DKK, EUR, GBP, NOK, PLN, RON, SEK. */
  trustly?: ProviderPage | undefined
  /** The details of `interac`, in CAD. */
  interac?: ProviderPage | undefined
  open_banking_uk?: PaymentMethodDataBankRedirectOpenBankingUk | undefined
  online_banking_fpx?: OnlineBankingFpx | undefined
  /** The details of `online_banking_poland`, in PLN. */
  online_banking_poland?: ProviderPage | undefined
  /** The details of `online_banking_finland`, in EUR. */
  online_banking_finland?: ProviderPage | undefined
  /** The details of `online_banking_czech_republic`, in CZK. */
  online_banking_czech_republic?: ProviderPage | undefined
  /** The details of `online_banking_slovakia`, in EUR. */
  online_banking_slovakia?: ProviderPage | undefined
  /** The details of `online_banking_thailand`, in THB. */
  online_banking_thailand?: ProviderPage | undefined
  /** The details of `swish`, in SEK. */
  swish?: ProviderPage | undefined
  /** The details of `bizum`, in EUR. */
  bizum?: ProviderPage | undefined
  /** The details of `eft`, in ZAR. */
  eft?: ProviderPage | undefined
}

/** The details of `open_banking_uk`, in GBP. */
export interface PaymentMethodDataBankRedirectOpenBankingUk {
  /** The bank that the customer pays from. */
  issuer?: string | null | undefined
}

/** A transfer or voucher that the customer pays elsewhere: one object, named after `payment_method_type`. */
export interface PaymentMethodDataBankTransfer {
  /** The details of `pix`, in BRL. */
  pix?: ProviderPage | undefined
  /** The details of `ach`, in USD. */
  ach?: ProviderPage | undefined
  /** The details of `sepa`, in EUR. */
  sepa?: ProviderPage | undefined
  /** The details of `bacs`, in GBP. */
  bacs?: ProviderPage | undefined
  /** The details of `multibanco`, in EUR. */
  multibanco?: ProviderPage | undefined
  boleto?: Boleto | undefined
}

/** A credit or debit card. Answers show only its last four digits and its brand. */
export interface PaymentMethodDataCard {
  /** The number on the card. Spaces and dashes are ignored. */
  card_number: string
  /** The month of expiry, two digits. */
  card_exp_month: string
  /** The year of expiry, four digits. Month and year must not have passed. */
  card_exp_year: string
  /** The security code. It is sent to the acquirer and never stored. */
  card_cvc: string
  /** The name on the card. */
  card_holder_name?: string | null | undefined
}

/** A wallet: one object, named after `payment_method_type`. */
export interface PaymentMethodDataWallet {
  apple_pay?: PaymentMethodDataWalletApplePay | undefined
  google_pay?: PaymentMethodDataWalletGooglePay | undefined
  /** The details of `paypal`. */
  paypal?: ProviderPage | undefined
  /** The details of `amazon_pay`. */
  amazon_pay?: ProviderPage | undefined
  /** The details of `samsung_pay`. */
  samsung_pay?: ProviderPage | undefined
  /** The details of `cashapp`, in USD. */
  cashapp?: ProviderPage | undefined
  /** The details of `venmo`, in USD. */
  venmo?: ProviderPage | undefined
  /** The details of `ali_pay`. */
  ali_pay?: ProviderPage | undefined
  /** The details of `we_chat_pay`. */
  we_chat_pay?: ProviderPage | undefined
  /** The details of `revolut_pay`. */
  revolut_pay?: ProviderPage | undefined
  /** The details of `mobile_pay`, in DKK, EUR, NOK, SEK. */
  mobile_pay?: ProviderPage | undefined
  /** The details of `twint`, in CHF. */
  twint?: ProviderPage | undefined
  vipps?: Vipps | undefined
  /** The details of `gcash`, in PHP. */
  gcash?: ProviderPage | undefined
  /** The details of `go_pay`, in IDR. */
  go_pay?: ProviderPage | undefined
  /** The details of `kakao_pay`, in KRW. */
  kakao_pay?: ProviderPage | undefined
  /** The details of `momo`, in VND. */
  momo?: ProviderPage | undefined
  /** The details of `touch_n_go`, in MYR. */
  touch_n_go?: ProviderPage | undefined
  /** The details of `dana`, in IDR. */
  dana?: ProviderPage | undefined
  /** The details of `mb_way`, in EUR. */
  mb_way?: Vipps | undefined
}

/** The details of `apple_pay`. */
export interface PaymentMethodDataWalletApplePay {
  payment_method: PaymentMethodDataWalletApplePayPaymentMethod
  /** The encrypted payment data, as the SDK of the wallet returned it. */
  payment_data?: Record<string, unknown> | null | undefined
  /** The encrypted payment data, as the SDK of the wallet returned it. Another name for `payment_data`: send one of them. */
  token?: Record<string, unknown> | null | undefined
  /** The id that the SDK gave to this use of the wallet. */
  transaction_identifier?: string | null | undefined
}

/** The card behind the wallet, without its number. */
export interface PaymentMethodDataWalletApplePayPaymentMethod {
  /** The card, as the wallet shows it to the customer: `Visa 4242` for example. */
  display_name: string
  /** The card network, as the SDK names it. */
  network: string
  /** `credit`, `debit` or `prepaid`, as the SDK names it. */
  type: string
}

/** The details of `google_pay`. */
export interface PaymentMethodDataWalletGooglePay {
  payment_method: PaymentMethodDataWalletApplePayPaymentMethod
  /** The encrypted payment data, as the SDK of the wallet returned it. */
  payment_data?: Record<string, unknown> | null | undefined
  /** The encrypted payment data, as the SDK of the wallet returned it. Another name for `payment_data`: send one of them. */
  token?: Record<string, unknown> | null | undefined
}

/** A type of payment method, such as credit or ideal (all: /docs). */
export type PaymentMethodType = 'credit' | 'debit' | 'apple_pay' | 'google_pay' | 'paypal' | 'amazon_pay' | 'samsung_pay' | 'cashapp' | 'venmo' | 'ali_pay' | 'we_chat_pay' | 'revolut_pay' | 'mobile_pay' | 'twint' | 'vipps' | 'gcash' | 'go_pay' | 'kakao_pay' | 'momo' | 'touch_n_go' | 'dana' | 'mb_way' | 'klarna' | 'affirm' | 'afterpay_clearpay' | 'alma' | 'atome' | 'walley' | 'pay_bright' | 'flexiti' | 'breadpay' | 'ideal' | 'bancontact_card' | 'eps' | 'giropay' | 'sofort' | 'przelewy24' | 'blik' | 'trustly' | 'interac' | 'open_banking_uk' | 'online_banking_fpx' | 'online_banking_poland' | 'online_banking_finland' | 'online_banking_czech_republic' | 'online_banking_slovakia' | 'online_banking_thailand' | 'swish' | 'bizum' | 'eft' | 'pix' | 'ach' | 'sepa' | 'bacs' | 'multibanco' | 'boleto' | 'crypto_currency' | 'upi_collect' | 'upi_intent'

export interface PaymentOrderDetail {
  /** The name of the item. */
  name?: string
  /** How many of the item. */
  quantity?: number
  /** The amount of the entry, in the lowest unit of the currency. */
  amount?: number
  /** The three-letter ISO 4217 code of the currency, in upper case. */
  currency?: string
}

/** A card that the customer enters on a page of the acquirer, for provider accounts whose `card_entry` is `provider_page`. The payment needs a `return_url`. */
export type ProviderPage = Record<string, never>

export interface Refund {
  /** The id of the refund: the one that you chose, or a generated `ref_…`. */
  refund_id: string
  /** The id of the payment: the one that you chose, or a generated `pay_…`. */
  payment_id: string
  /** The id of the merchant that the object belongs to. */
  merchant_id: string
  /** The id of the business profile, `pro_…`. */
  profile_id: string
  /** The customer of the payment; null without one. */
  customer_id: string | null
  /** What is refunded, in the lowest unit of the currency. */
  amount: number
  /** The currency of the payment. */
  currency: string
  /**
   * How far the refund is.
   *
   * - `pending`: In progress, or waiting for its batch at `scheduled_at`. Nothing to do.
   * - `succeeded`: The money was sent to the customer.
   * - `failed`: No money was refunded, or it was returned; `unified_code` says why. Create another refund.
   * - `review`: The acquirer reports no outcome. The operator queries the acquirer and resolves the refund.
   */
  status: 'pending' | 'succeeded' | 'failed' | 'review'
  /** `Instant` is sent immediately, `Scheduled` with the next batch of the profile. */
  refund_type: 'Instant' | 'Scheduled'
  /** Why it was made: your own text. */
  reason: string | null
  metadata: StoredMetadata
  /** The acquirer's own code for the failure; null without one. Branch on `unified_code`. */
  error_code: string | null
  /** The acquirer's own text for the failure, for your support staff; null without one. */
  error_message: string | null
  unified_code: UnifiedCode | null
  /** The text of `unified_code`, which you may show to the customer. */
  unified_message: string | null
  /** The id of the refund at the acquirer; null until there is one. */
  connector_refund_id: string | null
  /** When the batch of a `Scheduled` refund is sent, in UTC; null for an `Instant` one. */
  scheduled_at: string | null
  /** When the object was created, in UTC. */
  created: string
  /** When the object last changed, in UTC. */
  modified_at: string
  /** When it succeeded or failed, in UTC; null until then. */
  completed_at: string | null
}

/** The details of `sofort`, in EUR. */
export interface Sofort {
  /** The country of the bank, as a two-letter ISO 3166 code. */
  country?: CardCountry | null | undefined
}

/** The pairs that you sent; all values are text. */
export type StoredMetadata = Record<string, string>

/** The status of an object that has one, as the object itself shows it. */
export type TimelineStatus = 'active' | 'archived' | 'invoice_created' | 'payment_pending' | 'payment_pending_timeout' | 'payment_succeeded' | 'payment_failed' | 'payment_canceled' | 'invoice_paid' | 'manual_review' | 'voided' | 'created' | 'pending' | 'trial' | 'paused' | 'unpaid' | 'cancelled' | 'failed' | 'in_active' | 'onetime' | 'dispute_opened' | 'dispute_challenged' | 'dispute_accepted' | 'dispute_expired' | 'dispute_cancelled' | 'dispute_won' | 'dispute_lost' | 'completed' | 'expired' | 'deactivated' | 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'requires_merchant_action' | 'processing' | 'requires_capture' | 'partially_captured_and_capturable' | 'partially_captured' | 'succeeded' | 'review' | 'requires_payout_method_data' | 'requires_fulfillment' | 'requires_vendor_account_creation' | 'requires_creation' | 'initiated' | 'success' | 'reversed' | 'ineligible'

/** Why it was declined, in a code that is the same for every acquirer; null otherwise. Branch on this code. The reference page of declines has the next step for each. */
export type UnifiedCode = 'UE_1000' | 'UE_1001' | 'UE_1002' | 'UE_1003' | 'UE_1004' | 'UE_1005' | 'UE_1006' | 'UE_1007' | 'UE_1008' | 'UE_1009' | 'UE_1010' | 'UE_1011' | 'UE_1012' | 'UE_1013' | 'UE_1014' | 'UE_1015' | 'UE_1016' | 'UE_1017' | 'UE_1018' | 'UE_1099' | 'UE_2000' | 'UE_2001' | 'UE_2002' | 'UE_2003' | 'UE_2004' | 'UE_3000' | 'UE_3001' | 'UE_3002' | 'UE_3003' | 'UE_4000' | 'UE_4001' | 'UE_4002' | 'UE_4003' | 'UE_4004' | 'UE_5001' | 'UE_5002' | 'UE_5003' | 'UE_5004' | 'UE_5005' | 'UE_5006' | 'UE_5007' | 'UE_5008' | 'UE_5009' | 'UE_5010' | 'UE_5011' | 'UE_5012' | 'UE_5013' | 'UE_5014' | 'UE_5015' | 'UE_5016' | 'UE_5017' | 'UE_5018' | 'UE_5019' | 'UE_5020' | 'UE_5021' | 'UE_9000'

/** UPI: one object, named after `payment_method_type`. */
export interface Upi {
  upi_collect?: UpiCollect | undefined
  /** The details of `upi_intent`, in INR. */
  upi_intent?: ProviderPage | undefined
}

/** The details of `upi_collect`, in INR. */
export interface UpiCollect {
  /** The virtual payment address of the customer, who approves in the UPI app. */
  vpa_id: string
}

/** The details of `vipps`, in NOK. */
export interface Vipps {
  /** The number that the customer has registered with the wallet. */
  telephone_number: string
}
