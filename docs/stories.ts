// A state machine with many transitions is drawn as several small diagrams, one per story. Each arrow in the state
// table must be in at least one story, so a new transition cannot be forgotten.
import type { Machine } from '#kernel/machine.ts'
import type { PaymentStatus, PaymentTransition } from '#resources/payments/payments/state.ts'

/** For each story: its start states, and its transitions, each with the states it starts from in this story. */
export type Stories = Readonly<Record<string, Story>>

interface Story {
  readonly start?: readonly string[]
  readonly transitions: Readonly<Record<string, readonly string[]>>
}

type PaymentStories = Record<
  string,
  {
    start?: readonly PaymentStatus[]
    transitions: Partial<Record<PaymentTransition, readonly PaymentStatus[]>>
  }
>

export const paymentStories = {
  'One step': {
    start: ['requires_payment_method', 'requires_confirmation', 'processing'],
    transitions: {
      add_instrument: ['requires_payment_method', 'requires_confirmation'],
      confirm: ['requires_payment_method', 'requires_confirmation'],
      charge: ['processing'],
      charge_part: ['processing'],
      decline: ['processing'],
      cancel: ['requires_payment_method', 'requires_confirmation'],
    },
  },
  'Hold and capture': {
    start: ['processing'],
    transitions: {
      authorize: ['processing'],
      capture: ['requires_capture', 'partially_captured_and_capturable'],
      capture_part: ['requires_capture', 'partially_captured_and_capturable'],
      release_rest: ['partially_captured_and_capturable'],
      cancel: ['requires_capture'],
      expire: ['requires_capture'],
      expire_rest: ['partially_captured_and_capturable'],
    },
  },
  'Capture or cancel with an unknown outcome': {
    transitions: {
      outcome_unknown: ['requires_capture', 'partially_captured_and_capturable'],
      capture: ['processing'],
      capture_part: ['processing'],
      release_rest: ['processing'],
      cancel: ['processing'],
      expire: ['processing'],
      expire_rest: ['processing'],
      keep_hold: ['processing'],
      keep_rest: ['processing'],
    },
  },
  'The acquirer takes a capture back': {
    transitions: { capture_taken_back: ['succeeded', 'partially_captured'] },
  },
  'The customer acts': {
    start: ['processing'],
    transitions: {
      challenge: ['processing'],
      charge: ['requires_action'],
      charge_part: ['requires_action'],
      authorize: ['requires_action'],
      decline: ['requires_action'],
      outcome_unknown: ['requires_action'],
      abandon: ['processing', 'requires_action'],
      cancel: ['requires_action'],
      keep_page: ['processing'],
    },
  },
  'Manual review': {
    start: ['processing'],
    transitions: {
      review: ['processing', 'requires_action'],
      approve: ['requires_merchant_action', 'processing'],
      approve_hold: ['requires_merchant_action'],
      reject: ['requires_merchant_action', 'processing'],
      expire: ['requires_merchant_action'],
      outcome_unknown: ['requires_merchant_action'],
      keep_review: ['processing'],
    },
  },
  'Failure and retry': {
    start: ['processing'],
    transitions: {
      outcome_unknown: ['processing'],
      decline: ['processing'],
      block: ['processing'],
      not_sent: ['processing'],
      not_sent_vaulted: ['processing'],
      not_sent_retry: ['processing'],
      void_previous: ['requires_action', 'processing'],
      confirm: ['requires_payment_method', 'requires_confirmation', 'failed'],
    },
  },
} as const satisfies PaymentStories

/** Each story's arrows. Throws when a story and the state table disagree. */
export function arrowsOf(machine: Machine, stories: Stories): Record<string, string[]> {
  const drawn = new Set<string>()
  const arrows = Object.entries(stories).map(([title, { start = [], transitions }]) => [
    title,
    [
      ...start.map((state) => `[*] --> ${state}`),
      ...Object.entries(transitions).flatMap(([name, from]) => {
        const row = machine.transitions[name]
        return from.map((state) => {
          if (!row?.from.includes(state)) {
            throw new Error(`${machine.name}, story ${title}: there is no ${name} from ${state}`)
          }
          drawn.add(`${name} from ${state}`)
          return `${state} --> ${row.to}: ${name} (${row.by})`
        })
      }),
    ],
  ])
  const forgotten = Object.entries(machine.transitions)
    .flatMap(([name, { from }]) => from.map((state) => `${name} from ${state}`))
    .filter((arrow) => !drawn.has(arrow))
  if (forgotten.length > 0) {
    throw new Error(`${machine.name}: no story has ${forgotten.join(', ')}. Add it to a story.`)
  }
  return Object.fromEntries(arrows) as Record<string, string[]>
}
