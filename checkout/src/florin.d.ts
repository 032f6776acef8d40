/**
 * Types for florin.js, for merchants and for its own source. `/florin.js` and `/florin.d.ts` are on your Florin
 * server: load the script from there, so that it always fits the card form that it opens.
 */

export declare function Florin(publishable_key: string): FlorinClient

export interface FlorinClient {
  /** The parts of one payment form, for the payment whose `client_secret` your server hands to the page. */
  elements(options: ElementsOptions): Elements
  /** Confirms the payment with the card in the form. Calls during a confirmation get its result. */
  confirmPayment(options: ConfirmOptions): Promise<Result>
  /** The payment as it is now, for the page that the shopper returns to. */
  retrievePayment(client_secret: string): Promise<Result>
}

/** Either `client_secret` or `fetchClientSecret`. */
export interface ElementsOptions {
  client_secret?: string
  /**
   * Asks your server for a payment: called when the form is mounted, and after a decline before the next confirmation.
   * It is never called again while a payment may still be made.
   */
  fetchClientSecret?: () => Promise<string>
  /** True: the page gives `billing` to `confirmPayment()`, so the payment need not have it when the form is mounted. */
  billing_at_confirmation?: boolean
  appearance?: Appearance
  /** Such as `de`. Defaults to the browser's language, and so does a language that the form does not have. */
  locale?: string
}

export interface Appearance {
  /** Your page's background: `light` unless you say otherwise; `auto` follows the device. */
  theme?: 'light' | 'dark' | 'auto'
  variables?: AppearanceVariables
}

/** Colours are `#rrggbb`. What cannot be read (less than 4.5 : 1) is refused with the event `error`. */
export interface AppearanceVariables {
  /** Color for the focused field. */
  color_primary?: string
  color_background?: string
  color_text?: string
  color_danger?: string
  /** Pixels, 0 to 24. */
  border_radius?: number
  /** Pixels, 16 to 20: phones zoom into fields with a smaller font. */
  font_size?: number
}

export interface Elements {
  /** The form for a card. Each call returns the same one. */
  create(type: 'card'): CardElement
  /** Changes the appearance, or the payment that the form is for; what was typed stays. */
  update(options: { appearance?: Appearance; client_secret?: string }): void
}

export interface CardElement {
  /** Puts the form into an element on the page, given by itself or by a selector. */
  mount(target: string | Element): void
  /** Removes the form with everything that was typed. It can be mounted again. */
  unmount(): void
  focus(): void
  /** Empties the fields. */
  clear(): void
  on<Name extends keyof CardEvents>(name: Name, listener: CardListener<Name>): CardElement
  off<Name extends keyof CardEvents>(name: Name, listener: CardListener<Name>): CardElement
}

export type CardListener<Name extends keyof CardEvents> = (event: CardEvents[Name]) => void

export interface CardEvents {
  /** The form can be used. */
  ready: object
  change: CardChange
  /** The form cannot be used, or not as asked. */
  error: FlorinError
}

export interface CardChange {
  empty: boolean
  /** Every field is filled in and passes the checks. */
  complete: boolean
  /** Such as `visa`; `unknown` while the number is too short to say. */
  brand: string
  /** The first error that the form shows. */
  error: FieldError | null
}

export interface FieldError {
  field: 'number' | 'expiry' | 'code' | 'holder'
  /** In the form's language. */
  message: string
}

export interface ConfirmOptions extends PaymentDetails {
  elements: Elements
  /**
   * The browser goes here when the payment needs nothing more from the shopper; `payment_id` and `status` are added.
   * Without it the promise resolves and your page goes on. A bank's page returns to the `return_url` that your server
   * gave the payment.
   */
  return_url?: string
  /** False: a redirect is returned in `payment.next_action` and not followed. */
  handle_actions?: boolean
}

/** Sent with the confirmation; what your server has given the payment already is not needed here. */
export interface PaymentDetails {
  billing?: object
  shipping?: object
  email?: string
  name?: string
  phone?: string
  phone_country_code?: string
}

export type Result =
  | { payment: Payment; error?: undefined }
  | { error: FlorinError; payment?: undefined }

export interface Payment {
  payment_id: string
  status: string
  amount: number
  currency: string
  /** Fields that the confirmation must bring, because the payment lacks them, such as `billing`. */
  missing_fields: readonly string[]
  /** The shopper's next step elsewhere, such as bank transfer details. */
  next_action: ({ type: string } & Record<string, unknown>) | null
  payment_method: string | null
  payment_method_type: string | null
  /** Set unless the payment was declined. */
  card: { brand: string; last4: string } | null
  unified_code: string | null
  unified_message: string | null
  description: string | null
  return_url: string | null
  created: string
}

export interface FlorinError {
  /**
   * `incomplete`: a field lacks something. `not_mounted`, `not_loaded`, `invalid_appearance`, `return_url_missing`,
   * `billing_missing`: a mistake on the page. `not_fetched`: `fetchClientSecret` has failed, so nothing was sent.
   * `unknown`: the result could not be determined; ask your server before you charge again.
   * Otherwise a decline's `unified_code`, or an API error's `code`.
   */
  code: string
  /** For the shopper, in the form's language, if the code is `incomplete`, `unknown` or a decline code. */
  message: string
  field?: string
  /**
   * The payment that was declined. It can be confirmed again if its profile has `is_manual_retry_enabled`; otherwise
   * the next confirmation needs another one: from `fetchClientSecret`, or pass its client_secret to
   * `elements.update()`.
   */
  payment?: Payment
}
