import type { Context } from '#kernel/context.ts'
import { allows } from '#kernel/machine.ts'
import { Failure } from '#errors.ts'
import { checkDescriptor, buildDescriptor } from './place.ts'
import { checkCapturable } from './account.ts'
import { modify } from './modify.ts'
import type { CapturePayment, Payment } from './schema.ts'
import { isTerminal, payment } from './state.ts'
import type { PaymentRow } from './store.ts'

/** Captures all or part of the hold; with `manual` the rest is released. */
export async function capturePayment(
  context: Context,
  payment_id: string,
  input: CapturePayment,
): Promise<Payment> {
  checkDescriptor(input.statement_descriptor_prefix, input.statement_descriptor_suffix)
  return modify(context, payment_id, (current) => {
    const amount = checkCapture(current, input)
    const final = current.capture_method === 'manual' || amount === current.amount_capturable
    return { kind: 'capture', amount, intent: { final, set: descriptorSet(current, input) } }
  })
}

function checkCapture(current: PaymentRow, input: CapturePayment): number {
  if (isTerminal(current.status) && current.status !== 'failed') {
    throw new Failure('IR_16', `The payment is ${current.status}: nothing is left to capture.`)
  }
  if (!allows(payment, current.status, 'capture') || current.status === 'processing') {
    throw new Failure('IR_14', `A payment that is ${current.status} cannot be captured.`)
  }
  const amount = input.amount_to_capture ?? current.amount_capturable
  if (amount > current.amount_capturable) {
    const { amount_capturable } = current
    throw new Failure('IR_13', `At most ${amount_capturable} can be captured.`, {
      field: 'amount_to_capture',
      details: { amount_capturable },
    })
  }
  checkCapturable(current, amount)
  return amount
}

/** The prefix replaces the name, the suffix is appended; without both the descriptor stays. */
function descriptorSet(current: PaymentRow, input: CapturePayment): Partial<PaymentRow> {
  const { statement_descriptor_prefix: prefix, statement_descriptor_suffix: suffix } = input
  if (!prefix && !suffix) return {}
  const { statement_descriptor, statement_descriptor_name: name } = current
  const end = current.statement_descriptor_suffix ?? ''
  const whole = statement_descriptor ?? ''
  const isEnding = end !== '' && whole.endsWith(end)
  const fallback = isEnding ? whole.slice(0, -end.length).trim() : whole
  return {
    statement_descriptor: buildDescriptor(prefix ? prefix : name, suffix ? suffix : end, fallback),
  }
}
