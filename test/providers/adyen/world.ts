// Shared by the routes: the state, the webhooks, and the functions that record and report a fact.
import type { Service } from './description.ts'
import { operationIn, type Payment, type State } from './state.ts'
import type { Item, Outbox } from './webhooks.ts'

export interface World {
  readonly state: State
  readonly outbox: Outbox
  readonly merchant_account: string
  /** Otherwise the first capture releases the rest. */
  readonly multiple_captures: boolean
  /** This server's address for browsers. */
  readonly base_url: () => string
}

export type Result = readonly [status: number, body: object]

export interface Route {
  readonly service: Service
  /** As the description names it. */
  readonly template: string
  readonly shape: RegExp
  /** `of` is the payment in the path. The description has judged the body. */
  readonly act: (world: World, body: object, of: string) => Result
}

const prefixes = { checkout: '/v71', disputes: '/ca/services/DisputeService/v30' } as const

export function route(
  service: Service,
  template: string,
  act: (world: World, body: never, of: string) => Result,
): Route {
  const shape = new RegExp(`^${prefixes[service]}${template.replace(/\{\w+\}/, '([^/]+)')}$`)
  return { service, template, shape, act: act as Route['act'] }
}

export function serviceError(status: number, errorCode: string, message: string): Result {
  const refused = status === 401 || status === 403 ? 'security' : 'validation'
  const errorType = status === 500 ? 'internal' : refused
  return [status, { status, errorCode, message, errorType }]
}

export function record(
  { state }: World,
  { psp, currency }: Payment,
  reference: string,
  effect: State['log'][number]['effect'],
  value: number,
): void {
  state.log.push({ operation_id: operationIn(reference), effect, value, currency, psp })
}

interface Notice {
  readonly psp?: string
  readonly reference?: string
  readonly value?: number
  readonly reason?: string
  readonly more?: Record<string, string>
}

export function notify(
  { outbox, merchant_account }: World,
  payment: Payment,
  eventCode: Item['eventCode'],
  isSuccess: boolean,
  { psp, reference = payment.reference, value = payment.value, reason = '', more }: Notice = {},
): void {
  outbox.send({
    pspReference: psp ?? payment.psp,
    ...(psp === undefined ? {} : { originalReference: payment.psp }),
    merchantAccountCode: merchant_account,
    merchantReference: reference,
    amount: { value, currency: payment.currency },
    eventCode,
    success: isSuccess ? 'true' : 'false',
    reason,
    paymentMethod: payment.type === 'scheme' ? 'visa' : payment.type,
    ...(more === undefined ? {} : { additionalData: more }),
  })
}
