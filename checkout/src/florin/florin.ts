// florin.js: puts Florin's card form on a merchant's page. The form is in a frame on Florin's origin, so that no
// script on the page, this one included, can read its contents.
import type {
  ConfirmOptions,
  Elements,
  ElementsOptions,
  FlorinError,
  Florin as Api,
  Payment,
  Result,
} from '../florin.d.ts'
import { send } from '../api.ts'
import { isMade, toPayment } from '../embedded/payment.ts'
import { parsePaymentId } from '../embedded/protocol.ts'
import { type CardFrame, checkSecret, makeCardFrame } from './card_frame.ts'

/** The server that this script was loaded from. */
const ORIGIN = new URL(import.meta.url).origin

const frames = new WeakMap<Elements, CardFrame>()

export const Florin: typeof Api = (publishable_key) => {
  if (typeof publishable_key !== 'string' || !publishable_key.startsWith('pk_')) {
    throw new TypeError('Florin: give the publishable key, which starts with pk_.')
  }
  return {
    elements: (options) => makeElements(publishable_key, options),
    confirmPayment,
    retrievePayment: (client_secret) => retrieve(publishable_key, client_secret),
  }
}

function makeElements(publishable_key: string, options: ElementsOptions): Elements {
  const { client_secret, fetchClientSecret, billing_at_confirmation = false } = options
  if (typeof fetchClientSecret !== 'function') checkSecret(client_secret)
  const frame = makeCardFrame(ORIGIN, publishable_key, options, async (secret) => {
    const { payment } = await retrieve(publishable_key, secret)
    const isLacking = !billing_at_confirmation && payment && payment.missing_fields.length > 0
    return isLacking ? billingMissing(payment) : undefined
  })
  const elements: Elements = {
    create(type) {
      if (type !== 'card') throw new TypeError('Florin: the only type of an element is card.')
      return frame.element
    },
    update: ({ appearance, client_secret }) => {
      if (client_secret !== undefined) frame.setSecret(checkSecret(client_secret))
      if (appearance !== undefined) frame.setAppearance(appearance)
    },
  }
  frames.set(elements, frame)
  return elements
}

async function confirmPayment(options: ConfirmOptions): Promise<Result> {
  const { elements, return_url, handle_actions = true, ...details } = options
  const frame = frames.get(elements)
  if (frame === undefined) throw new TypeError('Florin: give confirmPayment() the elements.')
  const result = await frame.confirm(details)
  if (result.error !== undefined) return result
  const { payment } = result
  const page = pickActionPage(payment)
  if (page !== undefined && handle_actions) {
    return payment.return_url === null ? noWayBack : leaveFor(page)
  }
  const isDone = isMade(payment) && payment.status !== 'requires_action'
  return isDone && return_url !== undefined ? leaveFor(returnTo(return_url, payment)) : result
}

function billingMissing({ missing_fields }: Payment): FlorinError {
  const names = missing_fields.join(', ')
  const message = `The payment lacks ${names}. Your server gives it when it creates the payment; or give it to confirmPayment(), and say so to elements() with billing_at_confirmation: true.`
  return { code: 'billing_missing', message, field: 'billing' }
}

const noWayBack: Result = {
  error: {
    code: 'return_url_missing',
    message:
      'This payment continues on a page of the bank. Give it a return_url when your server creates it.',
  },
}

/** The page on which the shopper has to act. */
function pickActionPage({ status, next_action }: Payment): string | undefined {
  const url = next_action?.['redirect_to_url']
  const isPage = status === 'requires_action' && typeof url === 'string' && /^https?:/i.test(url)
  return isPage ? url : undefined
}

function returnTo(return_url: string, { payment_id, status }: Payment): string {
  const url = new URL(return_url, location.href)
  if (!/^https?:$/.test(url.protocol)) throw new TypeError('Florin: return_url is not a web page.')
  url.searchParams.set('payment_id', payment_id)
  url.searchParams.set('status', status)
  return url.href
}

/** The page is about to be left, so nothing may follow on it. */
function leaveFor(url: string): Promise<never> {
  location.assign(url)
  return new Promise(() => {})
}

async function retrieve(publishable_key: string, client_secret: string): Promise<Result> {
  const url = `${ORIGIN}/payments/${encodeURIComponent(parsePaymentId(client_secret))}`
  const headers = { 'api-key': publishable_key, 'X-Client-Secret': client_secret }
  const answer = await send<Record<string, unknown>>(url, { headers })
  if (answer.type === 'ok') return { payment: toPayment(answer.value) }
  if (answer.type === 'refused') {
    return { error: { code: answer.error.code, message: answer.error.message } }
  }
  return { error: { code: 'unknown', message: 'Florin did not answer. Try again.' } }
}

// For pages without their own modules: <script type="module" src=".../florin.js"></script>
Object.assign(globalThis, { Florin })
