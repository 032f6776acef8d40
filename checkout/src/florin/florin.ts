// florin.js: puts Florin's card form on a merchant's page. The form is in a frame on Florin's origin, so that no
// script on the page, this one included, can read its contents.
import type {
  ConfirmOptions,
  Elements,
  ElementsOptions,
  Florin as Api,
  Payment,
  Result,
} from '../florin.d.ts'
import { send } from '../api.ts'
import { isMade, toPayment } from '../embedded/payment.ts'
import { parsePaymentId } from '../embedded/protocol.ts'
import { type CardFrame, makeCardFrame } from './card_frame.ts'

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
  checkSecret(options.client_secret)
  const frame = makeCardFrame(ORIGIN, publishable_key, options)
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

function checkSecret(client_secret: unknown): string {
  if (typeof client_secret === 'string' && client_secret.includes('_secret_')) return client_secret
  throw new TypeError('Florin: give the client_secret of the payment, which your server gets.')
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
