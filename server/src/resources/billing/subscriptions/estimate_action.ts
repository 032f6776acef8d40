// Estimates an action on a subscription: its invoices, credit and charge, and the renewal after it.
import type { Context } from '#kernel/context.ts'
import { faultsWithin } from '#errors.ts'
import type { Parsed, Sent } from '#http/route.ts'
import { decideRenewal } from './bill.ts'
import { type CancelOrder, parseCancel } from './cancel.ts'
import { estimateCancel } from './estimate_cancel.ts'
import { estimateResume } from './estimate_resume.ts'
import { estimateUpdate } from './estimate_update.ts'
import type { Foreseen } from './foreseen.ts'
import { readRequested } from './read.ts'
import { parseResume, type ResumeOrder } from './resume.ts'
import type { ActionEstimate, EstimateAction } from './estimate_schema.ts'
import type { UpdateSubscription } from './schema.ts'
import type { SubscriptionRow } from './store.ts'
import { readOffer } from './terms.ts'
import { nextStep } from './timers.ts'

type ActionOrder =
  | { readonly cancel: CancelOrder }
  | { readonly resume: ResumeOrder }
  | { readonly update: UpdateSubscription }

/** The body names one action; its order is that of the action's own route. */
export function parseAction(body: Sent<EstimateAction>, now: Date): Parsed<ActionOrder> {
  if (body.cancel) {
    const { faults, order } = parseCancel(body.cancel, now)
    return { faults: faultsWithin('cancel', faults), order: () => ({ cancel: order() }) }
  }
  if (body.resume) {
    const { faults, order } = parseResume(body.resume, now)
    return { faults: faultsWithin('resume', faults), order: () => ({ resume: order() }) }
  }
  return { faults: [], order: () => ({ update: body.update as UpdateSubscription }) }
}

function foresee(
  context: Context,
  current: SubscriptionRow,
  order: ActionOrder,
): Promise<Foreseen> {
  if ('cancel' in order) return estimateCancel(context, current, order.cancel)
  if ('resume' in order) return estimateResume(context, current, order.resume)
  return estimateUpdate(context, current, order.update)
}

/** Nothing is written. */
export async function estimateAction(
  context: Context,
  subscription_id: string,
  order: ActionOrder,
): Promise<ActionEstimate> {
  const current = await readRequested(context, subscription_id)
  const { row, invoices, credit_granted, ...foreseen } = await foresee(context, current, order)
  const offer = await readOffer(context, row)
  const granted = invoices.reduce((sum, invoice) => sum + invoice.credit_granted, 0)
  return {
    ...foreseen,
    currency: offer.price.currency,
    amount: invoices.reduce((sum, { amount }) => sum + amount, 0),
    credit_granted: credit_granted === null ? null : credit_granted + granted,
    invoices: [...invoices],
    renewal: await foreseeNextRenewal(context, row),
  }
}

/** Null if something else comes first, such as a pause or the end. */
async function foreseeNextRenewal(
  context: Context,
  row: SubscriptionRow,
): Promise<ActionEstimate['renewal']> {
  const due = nextStep(row)
  if (due?.step !== 'renew') return null
  const { invoiced } = await decideRenewal(context, row, await readOffer(context, row))
  const total = invoiced.lines.reduce((sum, { amount }) => sum + amount, 0)
  return { billing_at: due.at, line_items: invoiced.lines, total }
}
