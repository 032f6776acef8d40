// The test server's objects, in memory, and a log of what moved money.
import { randomBytes } from 'node:crypto'

interface Base {
  readonly id: string
  readonly object: string
  readonly created: number
  readonly livemode: false
  metadata: Record<string, string>
}

type Json = Readonly<Record<string, unknown>>

/** A PaymentIntent, or a SetupIntent, which has no amounts. */
export interface Intent extends Base {
  readonly object: 'payment_intent' | 'setup_intent'
  readonly amount: number
  amount_capturable: number
  amount_received: number
  readonly currency: string
  readonly capture_method: string
  readonly payment_method_types: readonly string[]
  readonly customer: string | null
  status: string
  latest_charge: string | null
  latest_attempt: string | null
  last_payment_error: Json | null
  last_setup_error: Json | null
  next_action: Json | null
  payment_method: string | null
  canceled_at: number | null
}

export interface Charge extends Base {
  readonly object: 'charge'
  readonly amount: number
  amount_captured: number
  amount_refunded: number
  captured: boolean
  readonly currency: string
  disputed: boolean
  readonly payment_intent: string
  refunded: boolean
}

export interface Refund extends Base {
  readonly object: 'refund'
  readonly amount: number
  readonly charge: string
  readonly currency: string
  status: string
  failure_reason?: string
}

export interface Dispute extends Base {
  readonly object: 'dispute'
  readonly amount: number
  readonly currency: string
  readonly payment_intent: string
  readonly balance_transactions: Json[]
  evidence: Json
  readonly evidence_details: { has_evidence: boolean; submission_count: number; past_due: boolean }
  status: string
}

export interface Session extends Base {
  readonly object: 'checkout.session'
  readonly mode: string
  readonly success_url: string
  readonly url: string
  status: string
  payment_status: string
  payment_intent: string | null
  setup_intent: string | null
}

export interface Other extends Base {
  readonly object: 'payment_method' | 'customer' | 'file' | 'balance_transaction' | 'event'
}

export type Entity = Intent | Charge | Refund | Dispute | Session | Other

type EffectName =
  | 'charged'
  | 'held'
  | 'captured'
  | 'released'
  | 'refunded'
  | 'returned'
  | 'charged_back'
  | 'restored'
  | 'fee_charged'

export interface Effect {
  /** A dispute's own id: no operation has moved its money. */
  readonly operation_id: string
  readonly effect: EffectName
  readonly amount: number
  readonly currency: string
  readonly transaction_id: string
}

export class StripeError extends Error {
  readonly status: number
  readonly error: Json
  constructor(status: number, error: Json & { message: string }) {
    super(error.message)
    this.status = status
    this.error = error
  }
}

export function invalid(code: string, message: string, more: object = {}): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', code, message, ...more })
}

/** Facts that Stripe has and does not show. */
export interface Secret {
  number?: string
  authenticated?: true
  multicapture?: boolean
  return_url?: string | undefined
  /** The form of the session's payment. */
  intent?: object
}

export interface World {
  readonly objects: Map<string, Entity>
  readonly secrets: Map<string, Secret>
  readonly effects: Effect[]
  readonly emit: (type: string, object: Entity) => void
  /** Runs a moment later. */
  readonly later: (act: () => void) => void
  readonly base: () => string
  /** False for an account that may not send card numbers. */
  readonly raw_cards: boolean
  /** The keys are live keys. */
  readonly is_live: boolean
}

export const now = () => Math.floor(Date.now() / 1_000)

export function make<T extends Entity>(
  world: World,
  prefix: string,
  object: T['object'],
  fields: object,
): T {
  const id = `${prefix}_${randomBytes(12).toString('hex')}`
  const made = { id, object, created: now(), livemode: false, metadata: {}, ...fields } as unknown
  world.objects.set(id, made as T)
  return made as T
}

export function find<T extends Entity>(world: World, id: string | null, object: T['object']): T {
  const found = world.objects.get(id ?? '')
  if (found?.object === object) return found as T
  throw new StripeError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${object}: '${id}'`,
  })
}

/** The newest first. */
export function list<T extends Entity>(world: World, object: T['object']): T[] {
  return [...world.objects.values()].filter((each) => each.object === object).toReversed() as T[]
}

export function secretOf(world: World, id: string | null): Secret {
  return world.secrets.get(id ?? '') ?? {}
}

export function note(world: World, id: string, more: Secret): void {
  world.secrets.set(id, { ...secretOf(world, id), ...more })
}

export function record(
  world: World,
  operation_id: string,
  effect: Effect['effect'],
  { currency, payment_intent }: Pick<Charge, 'currency' | 'payment_intent'>,
  amount: number,
): void {
  world.effects.push({ operation_id, effect, amount, currency, transaction_id: payment_intent })
}
