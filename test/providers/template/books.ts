// Template's books: each id acts once, and what moved money is on the log.

export interface Order {
  readonly id: string
  readonly kind: 'authorize' | 'capture' | 'void' | 'refund'
  readonly amount: number
  readonly currency: string
  readonly capture: boolean
  readonly final: boolean
  /** The authorization's transaction. */
  readonly parent: string | null
  readonly instrument: { readonly type: string; readonly number?: string }
}

export interface Charge {
  readonly id: string
  readonly status: 'approved' | 'declined' | 'refused' | 'pending' | 'revoked'
  readonly transaction?: string
  readonly amount?: number
  readonly currency?: string
  readonly code?: string
  readonly message?: string
  readonly instructions?: object
}

export type Effect = 'held' | 'charged' | 'captured' | 'released' | 'refunded'

/** An authorization's money. */
interface Money {
  readonly currency: string
  held: number
  taken: number
}

/** Cards that are declined, with their code. */
const declined: Readonly<Record<string, string>> = {
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient_funds',
  '4000000000000119': 'something_new',
}

const instructions = {
  type: 'bank_transfer',
  reference: 'T-1',
  bank_name: 'Template',
  expires_at: '2040-01-01T00:00:00.000Z',
}

export function books() {
  const charges = new Map<string, Charge>()
  const money = new Map<string, Money>()
  const log: { id: string; effect: Effect }[] = []

  function authorize({ id, amount, currency, capture, instrument }: Order): Charge {
    const code = declined[instrument.number ?? '']
    if (code !== undefined) return { id, status: 'declined', code, message: `Declined: ${code}.` }
    const transaction = `tx_${id}`
    const fixed = { id, transaction, amount, currency }
    money.set(transaction, { currency, held: 0, taken: 0 })
    if (instrument.type !== 'card') return { ...fixed, status: 'pending', instructions }
    log.push({ id, effect: capture ? 'charged' : 'held' })
    money.set(transaction, { currency, held: capture ? 0 : amount, taken: capture ? amount : 0 })
    return { ...fixed, status: 'approved' }
  }

  function modify(order: Order): Charge {
    const { id, kind, amount, parent, final } = order
    const own = money.get(parent ?? '')
    const refuse = (code: string): Charge => ({ id, status: 'refused', code, message: code })
    if (own === undefined) return refuse('unknown_transaction')
    if (amount > (kind === 'refund' ? own.taken : own.held)) return refuse('amount_too_large')
    if (kind === 'capture') {
      own.held -= amount
      own.taken += amount
      log.push({ id, effect: 'captured' })
    }
    if (kind === 'refund') {
      own.taken -= amount
      log.push({ id, effect: 'refunded' })
    }
    if ((kind === 'capture' && final && own.held > 0) || kind === 'void') {
      own.held = 0
      log.push({ id, effect: 'released' })
    }
    return { id, status: 'approved', transaction: `tx_${id}`, amount, currency: own.currency }
  }

  /** The first answer under an id is its answer for good. */
  function once(id: string, make: () => Charge): Charge {
    const charge = charges.get(id) ?? make()
    charges.set(id, charge)
    return charge
  }

  return {
    charges,
    effects: (id: string) => log.filter((fact) => fact.id === id).map(({ effect }) => effect),
    act: (order: Order) =>
      once(order.id, () => (order.kind === 'authorize' ? authorize(order) : modify(order))),
    revoke: (id: string) => once(id, () => ({ id, status: 'revoked' })),
    settle: (id: string, status: 'approved' | 'declined'): Charge => {
      const { instructions: _, ...pending } = charges.get(id) ?? { id }
      const why = status === 'declined' ? { code: 'declined', message: 'No money came.' } : {}
      const charge = { ...pending, ...why, status }
      if (status === 'approved') log.push({ id, effect: 'charged' })
      charges.set(id, charge)
      return charge
    },
  }
}
