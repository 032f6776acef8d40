// The routes of Checkout v71 that the adapter uses. A route acts on the state, writes the log, queues webhooks, and
// returns status and body.
import { openDispute } from './dispute_routes.ts'
import { newPsp, type Payment } from './state.ts'
import { fates, numbers, refusals, THREE_DS_NUMBER } from './triggers.ts'
import { notify, record, type Result, route, serviceError, type World } from './world.ts'

interface Amount {
  readonly value: number
  readonly currency: string
}

interface PaymentBody {
  readonly reference: string
  readonly amount: Amount
  readonly returnUrl: string
  readonly paymentMethod: {
    readonly type: string
    readonly number?: string
    readonly holderName?: string
    readonly storedPaymentMethodId?: string
    readonly blikCode?: string
  }
  readonly additionalData?: { readonly manualCapture?: string }
  readonly authenticationData?: { readonly attemptAuthentication?: string }
  readonly shopperInteraction?: string
  readonly storePaymentMethod?: boolean
}

interface CancelBody {
  readonly merchantAccount: string
  readonly paymentReference: string
  readonly reference?: string
}

interface ModificationBody {
  readonly reference: string
}

interface MoneyBody extends ModificationBody {
  readonly amount: Amount
}

export const checkoutRoutes = [
  route('checkout', '/paymentMethods', () => [
    200,
    { paymentMethods: [{ name: 'Cards', type: 'scheme', brands: ['visa', 'mc'] }] },
  ]),
  route('checkout', '/payments', pay),
  route('checkout', '/payments/details', complete),
  route('checkout', '/cancels', cancelByReference),
  route('checkout', '/payments/{paymentPspReference}/captures', capture),
  route('checkout', '/payments/{paymentPspReference}/cancels', cancel),
  route('checkout', '/payments/{paymentPspReference}/refunds', refund),
]

function pay(world: World, body: PaymentBody): Result {
  const { paymentMethod, amount, additionalData, reference } = body
  const holder = paymentMethod.holderName ?? numbers[paymentMethod.number ?? ''] ?? ''
  const payment: Payment = {
    psp: newPsp(),
    reference,
    value: amount.value,
    currency: amount.currency,
    type: paymentMethod.type,
    is_manual: additionalData?.manualCapture === 'true',
    holder,
    return_url: body.returnUrl,
    stored_id: body.storePaymentMethod ? newPsp() : paymentMethod.storedPaymentMethodId,
    status: 'waiting',
    captured: 0,
    refunded: 0,
  }
  if (!isPayable(paymentMethod)) return serviceError(422, '101', 'Invalid card number')
  world.state.payments.set(payment.psp, payment)
  world.state.by_reference.set(reference, payment)
  const action = Object.hasOwn(refusals, holder) ? undefined : actionFor(world, payment, body)
  if (action !== undefined) {
    return [200, { merchantReference: reference, amount, ...action }]
  }
  return [200, authorise(world, payment)]
}

/** A card number, or what stands for one. */
function isPayable({ type, number, storedPaymentMethodId }: PaymentBody['paymentMethod']): boolean {
  if (type !== 'scheme' || storedPaymentMethodId !== undefined) return true
  return typeof number === 'string' && /^\d{12,19}$/.test(number)
}

const HOUR_MS = 3_600_000

/** The shopper's part, if there is one. */
function actionFor(world: World, payment: Payment, body: PaymentBody): object | undefined {
  const { paymentMethod, authenticationData, shopperInteraction } = body
  const { type } = payment
  const paymentMethodType = type
  const expiresAt = new Date(Date.now() + HOUR_MS).toISOString()
  if (type === 'pix' || type === 'upi_qr') {
    const qrCodeData = `000201${payment.psp}`
    return pending('Pending', { type: 'qrCode', paymentMethodType, qrCodeData, expiresAt })
  }
  if (type === 'multibanco' || type === 'boletobancario') {
    const entity = type === 'multibanco' ? { entity: '12345' } : {}
    const more = { reference: payment.psp, merchantReference: payment.reference, expiresAt }
    return pending('PresentToShopper', { type: 'voucher', paymentMethodType, ...more, ...entity })
  }
  if (type === 'upi_collect' || type === 'mbway' || paymentMethod.blikCode !== undefined) {
    return pending('Pending', { type: 'await', paymentMethodType })
  }
  const attempt = authenticationData?.attemptAuthentication
  const isChallenged = attempt === 'always' || paymentMethod.number === THREE_DS_NUMBER
  const isCard = type === 'scheme' || type === 'applepay' || type === 'googlepay'
  if (isCard && (!isChallenged || attempt === 'never' || shopperInteraction === 'ContAuth')) {
    return undefined
  }
  const token = newPsp()
  world.state.pages.set(token, { payment })
  const url = `${world.base_url()}/_pages/${token}`
  const action = { type: 'redirect', method: 'GET', paymentMethodType, url }
  return { resultCode: 'RedirectShopper', action }

  function pending(resultCode: string, action: object) {
    return { resultCode, pspReference: payment.psp, action }
  }
}

/** The issuer's decision: it holds the money, takes it, or refuses. */
export function authorise(world: World, payment: Payment, isAuthenticated = false): object {
  const { psp, reference, value, currency, holder } = payment
  const about = { merchantReference: reference, pspReference: psp }
  const amount = { value, currency }
  if (payment.status !== 'waiting') return { ...about, resultCode: 'Error' }
  const refusal = refusals[holder]
  if (refusal !== undefined) {
    const [refusalReasonCode, refusalReason] = refusal
    payment.status = 'refused'
    notify(world, payment, 'AUTHORISATION', false, { reason: refusalReason })
    const raw = { refusalReasonRaw: '05 : Do not honor', paymentMethod: 'visa' }
    const said = { refusalReasonCode, refusalReason, additionalData: raw }
    return { ...about, resultCode: 'Refused', ...said }
  }
  payment.status = 'authorised'
  if (!payment.is_manual) payment.captured = value
  if (value > 0) record(world, payment, reference, payment.is_manual ? 'held' : 'charged', value)
  notify(world, payment, 'AUTHORISATION', true)
  const stored = payment.stored_id
  const additionalData = {
    networkTxReference: psp.slice(0, 15),
    ...(holder === fates.REVIEW ? { fraudManualReview: 'true' } : {}),
    ...(stored === undefined ? {} : { 'recurring.recurringDetailReference': stored }),
    ...(isAuthenticated ? AUTHENTICATED : {}),
  }
  return { ...about, resultCode: 'Authorised', amount, additionalData }
}

const AUTHENTICATED = {
  threeDOffered: 'true',
  threeDAuthenticated: 'true',
  threeDAuthenticatedResponse: 'Y',
  threeDSVersion: '2.2.0',
  eci: '05',
}

/** The shopper has returned. A card is authorised now; with other methods the bank has decided on its page. */
function complete(
  world: World,
  body: { details: { redirectResult?: string; payload?: string } },
): Result {
  const token = String(body.details.redirectResult ?? body.details.payload)
  const page = world.state.pages.get(token)
  if (page?.decision === undefined) return serviceError(422, '14_018', 'Invalid payload provided')
  const { payment, decision } = page
  if (payment.status === 'waiting') {
    if (decision === 'approve') return [200, authorise(world, payment, payment.type === 'scheme')]
    payment.status = 'refused'
    notify(world, payment, 'AUTHORISATION', false, { reason: '3D Not Authenticated' })
  }
  return [200, summary(payment)]
}

/** A payment that was decided before. */
function summary(payment: Payment): object {
  const about = { merchantReference: payment.reference, pspReference: payment.psp }
  const { value, currency } = payment
  if (payment.status === 'authorised') {
    return { ...about, resultCode: 'Authorised', amount: { value, currency } }
  }
  const said = { refusalReason: '3D Not Authenticated', refusalReasonCode: '11' }
  return { ...about, resultCode: 'Refused', ...said }
}

/** A payment that was never seen, or is captured, cannot be cancelled. Which of them it was is not said. */
function cancelByReference(world: World, body: CancelBody): Result {
  const { paymentReference, merchantAccount, reference } = body
  const psp = newPsp()
  const payment = world.state.by_reference.get(paymentReference)
  if (payment === undefined) {
    const nobody = { value: 0, currency: 'EUR', psp, reference: paymentReference, type: 'scheme' }
    notify(world, nobody as Payment, 'TECHNICAL_CANCEL', false, { reason: 'Transaction not found' })
  } else {
    const isDone = release(world, payment, payment.reference)
    notify(world, payment, 'TECHNICAL_CANCEL', isDone, { psp })
  }
  const answer = { merchantAccount, paymentReference, pspReference: psp, status: 'received' }
  return [201, reference === undefined ? answer : { ...answer, reference }]
}

/** True if the whole payment is cancelled by this. */
function release(world: World, payment: Payment, reference: string): boolean {
  const isOpen = payment.status === 'authorised' || payment.status === 'waiting'
  if (!isOpen || payment.captured > 0) return false
  if (payment.status === 'authorised') record(world, payment, reference, 'released', payment.value)
  payment.status = 'cancelled'
  return true
}

function capture(world: World, body: MoneyBody, of: string): Result {
  return modify(world, body, of, (payment, psp) => {
    const { value, currency } = body.amount
    const { reference } = body
    const isFirst = payment.captured === 0 || world.multiple_captures
    const isCovered = payment.captured + value <= payment.value && currency === payment.currency
    const isDone = payment.status === 'authorised' && payment.is_manual && isFirst && isCovered
    if (isDone) {
      payment.captured += value
      record(world, payment, reference, 'captured', value)
      const rest = payment.value - value
      if (rest > 0 && !world.multiple_captures) record(world, payment, reference, 'released', rest)
    }
    const reason = isDone ? '' : 'Insufficient balance on payment'
    notify(world, payment, 'CAPTURE', isDone, { psp, reference, value, reason })
    if (isDone && payment.holder === fates.CAPTURE_FAILED) {
      payment.captured -= value
      record(world, payment, reference, 'returned', value)
      notify(world, payment, 'CAPTURE_FAILED', true, { psp, reference, value })
    }
    if (isDone && payment.holder === fates.CHARGEBACK) openDispute(world, payment)
  })
}

function cancel(world: World, body: ModificationBody, of: string): Result {
  return modify(world, body, of, (payment, psp) => {
    const { reference } = body
    const isDone = release(world, payment, reference)
    notify(world, payment, 'CANCELLATION', isDone, { psp, reference })
  })
}

function refund(world: World, body: MoneyBody, of: string): Result {
  return modify(world, body, of, (payment, psp) => {
    const { reference } = body
    const { value, currency } = body.amount
    const isDone = payment.refunded + value <= payment.captured && currency === payment.currency
    if (isDone) {
      payment.refunded += value
      record(world, payment, reference, 'refunded', value)
    }
    const reason = isDone ? '' : 'Insufficient balance on payment'
    notify(world, payment, 'REFUND', isDone, { psp, reference, value, reason })
    const { holder } = payment
    if (isDone && (holder === fates.REFUND_FAILED || holder === fates.REFUNDED_REVERSED)) {
      payment.refunded -= value
      record(world, payment, reference, 'returned', value)
      notify(world, payment, holder, true, { psp, reference, value })
    }
  })
}

/** Always only received: the outcome is in the webhook. */
function modify(
  { state }: World,
  body: object,
  of: string,
  act: (payment: Payment, psp: string) => void,
): Result {
  const payment = state.payments.get(of)
  if (payment === undefined) {
    return serviceError(422, '167', 'Original pspReference required for this operation')
  }
  const psp = newPsp()
  act(payment, psp)
  return [201, { ...body, paymentPspReference: of, pspReference: psp, status: 'received' }]
}
