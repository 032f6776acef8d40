// Payment link changes. A link's deadline is cleared when it ends.
import { type Lifecycle, type Settable, transition } from '#core/outbox/transition.ts'
import { toApi } from './read.ts'
import { paymentLink, type PaymentLinkTransition } from './state.ts'
import { type PaymentLinkRow, paymentLinks } from './store.ts'

type Column = 'status' | 'usage_count' | 'payment_id' | 'expire_at' | 'modified_at' | 'transitions'

const lifecycle: Lifecycle<PaymentLinkRow, PaymentLinkTransition, Column> = {
  machine: paymentLink,
  content: 'payment_link_details',
  table: paymentLinks,
  columns: ['status', 'usage_count', 'payment_id', 'expire_at', 'modified_at', 'transitions'],
  toApi,
}

export function advance(
  current: PaymentLinkRow,
  name: PaymentLinkTransition,
  set: Settable<PaymentLinkRow, Column>,
  now: Date,
) {
  return transition(lifecycle, current, name, { ...set, expire_at: null }, now)
}
