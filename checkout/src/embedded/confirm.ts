// Confirms a payment from inside the frame, so that the card goes from here to Florin and nowhere else.
import type { FlorinError, Payment, PaymentDetails, Result } from '../florin.d.ts'
import { type Result as Answer, send } from '../api.ts'
import { cardData, type CardValues } from '@florin/pages/card.ts'
import { explain } from '@florin/pages/declines.ts'
import { browserInfo } from '../form.ts'
import { newAttemptId } from '../session.ts'
import type { Text } from '@florin/locales/text.ts'
import { isMade, toPayment } from './payment.ts'
import { parsePaymentId } from './protocol.ts'

export interface Confirming {
  publishable_key: string
  client_secret: string
  details: PaymentDetails
  card: CardValues
  text: Text
}

type Json = Record<string, unknown>

const DETAILS = ['billing', 'shipping', 'email', 'name', 'phone', 'phone_country_code'] as const
/** A lost answer is asked for again under the same Idempotency-Key, which cannot charge twice. */
const RETRIES_MS = [1_000, 2_000, 4_000, 8_000]
/** Polling intervals for a payment that the bank is working on. */
const POLLS_MS = [500, 1_000, 1_500, 2_000, 3_000, 4_000, 5_000]

export async function confirmCard(confirming: Confirming): Promise<Result> {
  const answer = await confirm(confirming)
  if (answer.type === 'refused') return { error: toFlorinError(answer, confirming.text) }
  const payment = await settled(confirming, answer)
  if (payment === undefined) return { error: unknownOutcome(confirming.text) }
  return isMade(payment) ? { payment } : { error: explainDecline(payment, confirming.text) }
}

async function confirm({ publishable_key, client_secret, details, card }: Confirming) {
  const body = {
    client_secret,
    payment_method: 'card',
    payment_method_type: 'credit',
    payment_method_data: { card: cardData(card) },
    browser_info: browserInfo(),
    ...pick(details),
  }
  const request = {
    method: 'POST',
    headers: {
      'api-key': publishable_key,
      'Content-Type': 'application/json',
      'Idempotency-Key': newAttemptId(),
    },
    body: JSON.stringify(body),
  }
  const url = `/payments/${encodeURIComponent(parsePaymentId(client_secret))}/confirm`
  for (const pause of [...RETRIES_MS, 0]) {
    const answer = await send<Json>(url, request)
    const isInFlight = answer.type === 'refused' && answer.error.code === 'HE_00'
    if (answer.type !== 'unknown' && !isInFlight) return answer
    await wait(pause)
  }
  return { type: 'unknown' } as const
}

/** The details that a page may send; the card is the form's alone. */
function pick(details: PaymentDetails): PaymentDetails {
  const sent = DETAILS.filter((name) => details[name] !== undefined)
  return Object.fromEntries(sent.map((name) => [name, details[name]]))
}

/** Asks for the payment while the answer is lost or the outcome is open. */
async function settled(
  { publishable_key, client_secret }: Confirming,
  answer: Answer<Json>,
): Promise<Payment | undefined> {
  let payment = answer.type === 'ok' ? toPayment(answer.value) : undefined
  const url = `/payments/${encodeURIComponent(parsePaymentId(client_secret))}`
  const headers = { 'api-key': publishable_key, 'X-Client-Secret': client_secret }
  for (const pause of POLLS_MS) {
    if (payment !== undefined && payment.status !== 'processing') return payment
    await wait(pause)
    const read = await send<Json>(url, { headers })
    if (read.type === 'ok') payment = toPayment(read.value)
  }
  return payment
}

function toFlorinError(
  { error, status }: Answer<never> & { type: 'refused' },
  { t }: Text,
): FlorinError {
  const { code, field } = error
  const message = status === 429 ? t('too_many') : error.message
  // An API message names fields and limits; anything else it might quote stays here.
  const safe = /\d{5}/.test(message.replaceAll(/[\s-]/g, '')) ? t('not_started') : message
  return { code, message: safe, ...(field === undefined ? {} : { field }) }
}

function explainDecline(payment: Payment, { t }: Text): FlorinError {
  const { reason, advice } = explain(payment.unified_code)
  // The form does not know the seller's name; the page around it is the seller's.
  const isAboutSeller = t(advice).includes('{seller}')
  const message = isAboutSeller ? t(reason) : `${t(reason)} ${t(advice)}`
  return { code: payment.unified_code ?? payment.status, message, payment }
}

function unknownOutcome({ t }: Text): FlorinError {
  return { code: 'unknown', message: t('unknown_text') }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
