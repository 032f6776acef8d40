// The payment as the merchant's page may see it: named fields only, so that a new API field is not passed on.
import type { Payment } from '../florin.d.ts'

type Json = Readonly<Record<string, unknown>>

const NOT_MADE: ReadonlySet<string> = new Set([
  'failed',
  'cancelled',
  'requires_payment_method',
  'requires_confirmation',
])

export function isMade({ status }: Pick<Payment, 'status'>): boolean {
  return !NOT_MADE.has(status)
}

/** No confirmation can follow, unless the profile lets a declined payment be tried again. */
export function isClosed({ status }: Pick<Payment, 'status'>): boolean {
  return status === 'failed' || status === 'cancelled'
}

export function toPayment(answer: Json): Payment {
  const text = (name: string) => (typeof answer[name] === 'string' ? answer[name] : null)
  const status = text('status') ?? ''
  return {
    payment_id: text('payment_id') ?? '',
    status,
    amount: Number(answer['amount']),
    currency: text('currency') ?? '',
    missing_fields: (answer['missing_fields'] ?? []) as string[],
    next_action: (answer['next_action'] ?? null) as Payment['next_action'],
    payment_method: text('payment_method'),
    payment_method_type: text('payment_method_type'),
    card: isMade({ status }) ? toCard(answer) : null,
    unified_code: text('unified_code'),
    unified_message: text('unified_message'),
    description: text('description'),
    return_url: text('return_url'),
    created: text('created') ?? '',
  }
}

function toCard({ payment_method_data }: Json): Payment['card'] {
  const { card } = (payment_method_data ?? {}) as { card?: { brand?: string; last4?: string } }
  return card ? { brand: card.brand ?? 'unknown', last4: card.last4 ?? '' } : null
}
