// The frame with the card form on the merchant's page: its place, its events, and the one port to it.
import type {
  Appearance,
  CardElement,
  CardEvents,
  ElementsOptions,
  FlorinError,
  PaymentDetails,
  Result,
} from '../florin.d.ts'
import { isClosed } from '../embedded/payment.ts'
import { type FromFrame, type Opening, PROTOCOL, type ToFrame } from '../embedded/protocol.ts'

export interface CardFrame {
  readonly element: CardElement
  readonly confirm: (details: PaymentDetails) => Promise<Result>
  readonly setAppearance: (appearance: Appearance) => void
  readonly setSecret: (client_secret: string) => void
}

/** A frame that is loaded answers at once; one that the browser refused to show never does. */
const ANSWER_MS = 5_000
const TITLE = 'Card details'
const FIRST_HEIGHT = '296px'

type Listeners = { [Name in keyof CardEvents]: Set<(event: CardEvents[Name]) => void> }

interface Confirmation {
  readonly promise: Promise<Result>
  readonly resolve: (result: Result) => void
}

/** Shared by the functions below. */
interface Frame {
  readonly origin: string
  readonly address: URL
  readonly check: Check
  readonly listeners: Listeners
  readonly fetchSecret: (() => Promise<string>) | undefined
  /** Undefined until it is fetched, and after a decline. */
  client_secret: Promise<string> | undefined
  appearance: Appearance
  iframe: HTMLIFrameElement | undefined
  port: MessagePort | undefined
  confirming: Confirmation | undefined
}

/** Checks the payment of a form that has been mounted; undefined if nothing is wrong. */
type Check = (client_secret: string) => Promise<FlorinError | undefined>

export function makeCardFrame(
  origin: string,
  publishable_key: string,
  { client_secret, fetchClientSecret, appearance = {}, locale }: ElementsOptions,
  check: Check,
): CardFrame {
  const address = new URL('/embedded/card', origin)
  address.searchParams.set('publishable_key', publishable_key)
  if (locale !== undefined) address.searchParams.set('locale', locale)
  const frame: Frame = {
    origin,
    address,
    check,
    fetchSecret: fetchClientSecret,
    client_secret: client_secret === undefined ? undefined : Promise.resolve(client_secret),
    listeners: { ready: new Set(), change: new Set(), error: new Set() },
    appearance,
    iframe: undefined,
    port: undefined,
    confirming: undefined,
  }
  return {
    element: toCardElement(frame),
    confirm: (details) => confirm(frame, details),
    setAppearance: (next) => {
      frame.appearance = next
      if (frame.iframe) frame.iframe.style.colorScheme = colorScheme(next)
      post(frame, { type: 'appearance', appearance: next })
    },
    setSecret: (next) => {
      frame.client_secret = Promise.resolve(next)
    },
  }
}

function toCardElement(frame: Frame): CardElement {
  const element: CardElement = {
    mount: (target) => mount(frame, target),
    unmount: () => unmount(frame),
    focus: () => focus(frame),
    clear: () => post(frame, { type: 'clear' }),
    on: (name, listener) => {
      frame.listeners[name].add(listener as never)
      return element
    },
    off: (name, listener) => {
      frame.listeners[name].delete(listener as never)
      return element
    },
  }
  return element
}

function mount(frame: Frame, target: string | Element): void {
  const place = typeof target === 'string' ? document.querySelector(target) : target
  if (place === null) throw new TypeError('Florin: the page has no such element to mount in.')
  unmount(frame)
  const nonce = newNonce()
  const iframe = document.createElement('iframe')
  const url = new URL(frame.address)
  url.hash = nonce
  iframe.src = url.href
  iframe.title = TITLE
  iframe.referrerPolicy = 'origin'
  iframe.allow = ''
  const { style } = iframe
  Object.assign(style, { border: '0', display: 'block', width: '100%', height: FIRST_HEIGHT })
  style.colorScheme = colorScheme(frame.appearance)
  iframe.addEventListener('load', () => open(frame, iframe, nonce))
  frame.iframe = iframe
  place.replaceChildren(iframe)
  void checkPayment(frame, iframe)
}

/** A mistake in the shop's code shows when the form does, and not when a shopper has typed a card. */
async function checkPayment(frame: Frame, iframe: HTMLIFrameElement): Promise<void> {
  const error = await readSecret(frame).then(frame.check, notFetched)
  if (error !== undefined && frame.iframe === iframe) report(frame, error)
}

/** Asked for once, however many wait for it; again after a failure. */
function readSecret(frame: Frame): Promise<string> {
  if (frame.client_secret === undefined) {
    const asked = Promise.resolve(frame.fetchSecret?.()).then(checkSecret)
    frame.client_secret = asked
    asked.catch(() => {
      if (frame.client_secret === asked) frame.client_secret = undefined
    })
  }
  return frame.client_secret
}

export function checkSecret(client_secret: unknown): string {
  if (typeof client_secret === 'string' && client_secret.includes('_secret_')) return client_secret
  throw new TypeError('Florin: give the client_secret of the payment, which your server gets.')
}

/** Hands the port to the document in the frame, if it is Florin's; a browser gives it to no other. */
function open(frame: Frame, iframe: HTMLIFrameElement, nonce: string): void {
  if (frame.iframe !== iframe) return
  const { port1, port2 } = new MessageChannel()
  frame.port?.close()
  frame.port = port1
  const timer = setTimeout(() => report(frame, notLoaded(frame)), ANSWER_MS)
  port1.addEventListener('message', ({ data }: MessageEvent<FromFrame>) => {
    clearTimeout(timer)
    receive(frame, data)
  })
  port1.start()
  const opening: Opening = { florin: PROTOCOL, nonce, appearance: frame.appearance }
  iframe.contentWindow?.postMessage(opening, frame.origin, [port2])
}

function receive(frame: Frame, message: FromFrame): void {
  switch (message.type) {
    case 'ready':
      return emit(frame, 'ready', {})
    case 'change':
      return emit(frame, 'change', message.change)
    case 'error':
      return report(frame, message.error)
    case 'height':
      if (frame.iframe) frame.iframe.style.height = `${message.height}px`
      return
    case 'submit':
      return frame.iframe?.closest('form')?.requestSubmit()
    case 'result':
      settle(frame, message.result)
  }
}

function confirm(frame: Frame, details: PaymentDetails): Promise<Result> {
  if (frame.port === undefined) return Promise.resolve(notMounted)
  if (frame.confirming === undefined) {
    const confirming = newConfirmation()
    frame.confirming = confirming
    void sendConfirmation(frame, confirming, plain(details))
  }
  return frame.confirming.promise
}

async function sendConfirmation(
  frame: Frame,
  confirming: Confirmation,
  details: PaymentDetails,
): Promise<void> {
  // The form may be unmounted meanwhile.
  const isWanted = () => frame.confirming === confirming
  try {
    const client_secret = await readSecret(frame)
    if (isWanted()) post(frame, { type: 'confirm', client_secret, details })
  } catch (error) {
    if (isWanted()) settle(frame, { error: notFetched(error) })
  }
}

function newConfirmation(): Confirmation {
  let resolve: Confirmation['resolve'] = () => {}
  const promise = new Promise<Result>((done) => (resolve = done))
  return { promise, resolve }
}

function settle(frame: Frame, result: Result): void {
  const { error } = result
  // Only a certain decline asks for another payment: after an unknown outcome the first one may still be made.
  if (frame.fetchSecret && error?.payment && isClosed(error.payment))
    frame.client_secret = undefined
  frame.confirming?.resolve(result)
  frame.confirming = undefined
  if (error?.code === 'incomplete') focus(frame)
}

function unmount(frame: Frame): void {
  frame.iframe?.remove()
  frame.port?.close()
  frame.iframe = undefined
  frame.port = undefined
  settle(frame, notMounted)
}

/** The form puts the focus on the first field that lacks something. */
function focus(frame: Frame): void {
  frame.iframe?.focus()
  post(frame, { type: 'focus' })
}

function post({ port }: Frame, message: ToFrame): void {
  port?.postMessage(message)
}

function emit<Name extends keyof CardEvents>(
  { listeners }: Frame,
  name: Name,
  event: CardEvents[Name],
): void {
  for (const listener of listeners[name]) listener(event)
}

function report(frame: Frame, error: FlorinError): void {
  // Without a listener it goes to the console, as a page error.
  if (frame.listeners.error.size === 0) reportError(new Error(`Florin: ${error.message}`))
  emit(frame, 'error', error)
}

const notMounted: Result = {
  error: { code: 'not_mounted', message: 'Mount the card form before you confirm the payment.' },
}

function notFetched(error: unknown): FlorinError {
  const reason = error instanceof Error ? error.message : String(error)
  return { code: 'not_fetched', message: `The payment could not be started. ${reason}` }
}

function notLoaded({ origin }: Frame): FlorinError {
  const message = `The card form of ${origin} did not load. If the publishable key has allowed_origins, ${location.origin} must be one of them; if this page has a Content-Security-Policy, its frame-src must name ${origin}.`
  return { code: 'not_loaded', message }
}

function colorScheme({ theme = 'light' }: Appearance): string {
  return theme === 'auto' ? 'light dark' : theme
}

/** Structured cloning refuses functions and proxies, which some frameworks hand over. */
function plain(details: PaymentDetails): PaymentDetails {
  return JSON.parse(JSON.stringify(details)) as PaymentDetails
}

function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
