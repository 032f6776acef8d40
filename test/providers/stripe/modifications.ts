// Captures, cancellations and refunds.
import { behaviorOf } from './cards.ts'
import { type Fields, fieldsIn, textIn } from './form.ts'
import { checkState } from './intents.ts'
import {
  type Charge,
  find,
  type Intent,
  invalid,
  make,
  now,
  record,
  type Refund,
  secretOf,
  type World,
} from './state.ts'

const capturable: ReadonlySet<string> = new Set(['requires_capture'])

export function capture(world: World, intent: Intent, form: Fields, key: string): Intent {
  checkState(intent, capturable, 'captured')
  const charged = find<Charge>(world, intent.latest_charge, 'charge')
  const left: number = intent.amount_capturable
  const amount = Number(form['amount_to_capture'] ?? left)
  if (amount > left) throw invalid('amount_too_large', `Only ${left} of the hold is left.`)
  if (form['final_capture'] === 'false' && !secretOf(world, intent.id).multicapture) {
    throw invalid('parameter_invalid_empty', 'This payment does not support multicapture.')
  }
  const isFinal = form['final_capture'] !== 'false'
  intent.amount_received += amount
  intent.amount_capturable = isFinal ? 0 : left - amount
  intent.metadata = {
    ...intent.metadata,
    ...(fieldsIn(form, 'metadata') as Record<string, string>),
  }
  charged.amount_captured += amount
  charged.captured = true
  if (intent.amount_capturable === 0) intent.status = 'succeeded'
  record(world, key, 'captured', charged, amount)
  if (isFinal && left > amount) record(world, key, 'released', charged, left - amount)
  world.emit('charge.captured', charged)
  return intent
}

const cancelable: ReadonlySet<string> = new Set([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'requires_capture',
])

export function cancel(world: World, intent: Intent, key: string): Intent {
  checkState(intent, cancelable, 'canceled')
  if (intent.status === 'requires_capture') {
    const charged = find<Charge>(world, intent.latest_charge, 'charge')
    charged.amount_refunded = intent.amount_capturable
    charged.refunded = true
    record(world, key, 'released', charged, intent.amount_capturable)
  }
  intent.status = 'canceled'
  intent.amount_capturable = 0
  intent.canceled_at = now()
  intent.next_action = null
  world.emit(`${intent.object}.canceled`, intent)
  return intent
}

export function refund(world: World, form: Fields): Refund {
  const intent = find<Intent>(world, textIn(form, 'payment_intent') ?? '', 'payment_intent')
  const { latest_charge } = intent
  const charged = latest_charge === null ? undefined : find<Charge>(world, latest_charge, 'charge')
  const left = charged ? charged.amount_captured - charged.amount_refunded : 0
  const amount = Number(form['amount'] ?? left)
  if (charged === undefined || left === 0) {
    throw invalid('charge_already_refunded', 'There is nothing to refund.')
  }
  if (amount > left) throw invalid('amount_too_large', `Only ${left} can be refunded.`)
  const behavior = behaviorOf(secretOf(world, intent.payment_method).number ?? '').refunds
  const refunded = make<Refund>(world, 're', 'refund', {
    amount,
    charge: charged.id,
    currency: intent.currency,
    metadata: form['metadata'] ?? {},
    payment_intent: intent.id,
    status: behavior === 'slow' ? 'pending' : 'succeeded',
  })
  const operation_id = refunded.metadata['operation_id'] ?? refunded.id
  charged.amount_refunded += amount
  record(world, operation_id, 'refunded', charged, amount)
  world.emit('refund.created', refunded)
  if (behavior === 'slow') world.later(() => settleRefund(world, refunded))
  if (behavior === 'returned') world.later(() => returnRefund(world, refunded))
  return refunded
}

function settleRefund(world: World, refunded: Refund): void {
  refunded.status = 'succeeded'
  world.emit('refund.updated', refunded)
}

function returnRefund(world: World, refunded: Refund): void {
  const charged = find<Charge>(world, refunded.charge, 'charge')
  refunded.status = 'failed'
  refunded.failure_reason = 'expired_or_canceled_card'
  charged.amount_refunded -= refunded.amount
  record(
    world,
    refunded.metadata['operation_id'] ?? refunded.id,
    'returned',
    charged,
    refunded.amount,
  )
  world.emit('refund.failed', refunded)
}
