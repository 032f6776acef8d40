// The explored scenarios: an object, its merchant's possible requests, the provider's way to certainty, and the
// number of faults.
import { certaintyTable, type CertaintyTable } from '#core/providers/certainty.ts'
import { type Bank, emptyBank, type Manner } from './bank.ts'
import { clientOf, type Left, netOf, type State } from './state.ts'
import type { Store } from './store.ts'
import { type Verb, withPayment, withPayout } from './verbs.ts'

export interface ProviderModel {
  readonly name: string
  readonly certainty: CertaintyTable
  /** No request arrives after the horizon: then a person who closes an operation is right. */
  readonly is_horizon_kept: boolean
}

const HORIZON_MS = 1000

function table(canResend: boolean, canRevoke: boolean): CertaintyTable {
  return certaintyTable(HORIZON_MS, {
    resend: canResend ? { remembered_ms: null, identical: false } : null,
    revoke: canRevoke ? 'final' : 'none',
    query: 'lagging',
  })
}

export const providers = {
  both: {
    name: 'resends and revokes',
    certainty: table(true, true),
    is_horizon_kept: true,
  },
  revoke: {
    name: 'revokes only',
    certainty: table(false, true),
    is_horizon_kept: true,
  },
  resend: {
    name: 'resends only',
    certainty: table(true, false),
    is_horizon_kept: true,
  },
  neither: {
    name: 'neither, keeps its horizon',
    certainty: table(false, false),
    is_horizon_kept: true,
  },
  unreliable: {
    name: 'neither, breaks its horizon',
    certainty: table(false, false),
    is_horizon_kept: false,
  },
} as const satisfies Record<string, ProviderModel>
export type ProviderName = keyof typeof providers

/** Each costs one fault from the scenario's allowance. */
export type Fault =
  | 'crash'
  | 'pause'
  | 'unreachable'
  | 'no answer'
  | 'lost request'
  | 'duplicate'
  | 'lagging query'
  | 'failed commit'
  | 'two workers'
  | 'dropped hold'

const everyFault: ReadonlySet<Fault> = new Set([
  'crash',
  'pause',
  'unreachable',
  'no answer',
  'lost request',
  'duplicate',
  'lagging query',
  'failed commit',
  'two workers',
  'dropped hold',
])

export interface Scenario {
  readonly name: string
  readonly store: () => Store
  readonly verbs: readonly Verb[]
  readonly manners: readonly Manner[]
  readonly left: Left
  readonly faults: ReadonlySet<Fault>
}

const left: Left = { requests: 2, retries: 1, faults: 1, events: 1, less: 1 }

export const scenarios = {
  charge: {
    name: 'a payment that is charged at once',
    store: () => withPayment('automatic'),
    verbs: ['confirm'],
    manners: ['whole', 'less', 'declines', 'later'],
    left,
    faults: everyFault,
  },
  page: {
    name: 'a payment whose customer must act',
    store: () => withPayment('automatic'),
    verbs: ['confirm', 'cancel', 'replace'],
    manners: ['whole', 'page'],
    left: { ...left, requests: 3, events: 0, less: 0 },
    faults: everyFault,
  },
  hold: {
    name: 'a payment that is held, captured or cancelled',
    store: () => withPayment('manual'),
    verbs: ['confirm', 'capture', 'cancel'],
    manners: ['whole', 'less'],
    left: { ...left, requests: 3, events: 0 },
    faults: everyFault,
  },
  refund: {
    name: 'a payment that is charged and refunded',
    store: () => withPayment('automatic'),
    verbs: ['confirm', 'refund'],
    manners: ['whole', 'less', 'declines'],
    left: { ...left, requests: 2, events: 0 },
    faults: everyFault,
  },
  payout: {
    name: 'a payout',
    store: withPayout,
    verbs: ['fulfill'],
    manners: ['whole', 'less', 'declines', 'later'],
    left,
    faults: everyFault,
  },
} as const satisfies Record<string, Scenario>
export type ScenarioName = keyof typeof scenarios

/** A scenario with other limits. */
export function limited(name: ScenarioName, limits: Partial<Left>): Scenario {
  const scenario: Scenario = scenarios[name]
  return { ...scenario, left: { ...scenario.left, ...limits } }
}

interface Run {
  readonly scenario: ScenarioName
  readonly provider: ProviderName
  readonly left: Partial<Left>
  /** Has more than a hundred thousand states. */
  readonly isLarge?: true
}

/** One fault of any kind at any moment, besides the provider acting late, less or not at all. */
const one = { faults: 1, retries: 0, events: 0 }
const none = { ...one, faults: 0 }

/** `npm run explore` explores all of it; the check explores the large ones without a fault. */
export const runs: readonly Run[] = [
  { scenario: 'charge', provider: 'both', left: { ...one, retries: 1 }, isLarge: true },
  { scenario: 'charge', provider: 'resend', left: one },
  { scenario: 'charge', provider: 'neither', left: one },
  { scenario: 'charge', provider: 'unreliable', left: none },
  { scenario: 'page', provider: 'both', left: one, isLarge: true },
  { scenario: 'page', provider: 'neither', left: none },
  { scenario: 'page', provider: 'unreliable', left: { ...none, requests: 2 } },
  { scenario: 'hold', provider: 'both', left: one, isLarge: true },
  { scenario: 'hold', provider: 'revoke', left: { ...one, requests: 2 } },
  { scenario: 'hold', provider: 'neither', left: { ...one, requests: 2 } },
  { scenario: 'hold', provider: 'unreliable', left: { ...none, requests: 2 } },
  { scenario: 'refund', provider: 'both', left: one },
  { scenario: 'refund', provider: 'revoke', left: one },
  { scenario: 'refund', provider: 'resend', left: one },
  { scenario: 'refund', provider: 'neither', left: one },
  { scenario: 'refund', provider: 'unreliable', left: none },
  { scenario: 'payout', provider: 'both', left: { ...one, retries: 1 }, isLarge: true },
  { scenario: 'payout', provider: 'neither', left: { ...one, events: 1 } },
  { scenario: 'payout', provider: 'unreliable', left: one, isLarge: true },
]

export function startOf(scenario: Scenario, bank: Bank = emptyBank()): State {
  const client = clientOf([], [], scenario.left)
  return { store: scenario.store(), bank, net: netOf([]), client, processes: [] }
}
