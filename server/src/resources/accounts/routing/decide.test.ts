import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ConnectorRow } from '#resources/accounts/connectors/read.ts'
import { decideRoute, type Routing, type RoutedPayment, type Rule } from './decide.ts'

function account(connector_id: string, more: Partial<ConnectorRow> = {}): ConnectorRow {
  const at = new Date(0)
  return {
    merchant_id: 'mer_1',
    connector_id,
    connector_name: 'bank',
    connector_label: connector_id,
    profile_id: null,
    vault_id: 'vlt_1',
    public_credentials: {},
    fingerprint: '',
    settings: {},
    payment_methods_enabled: [],
    card_entry: 'raw',
    priority: 100,
    status: 'active',
    test_mode: true,
    verified_at: at,
    created: at,
    modified_at: at,
    deleted_at: null,
    version: 1,
    ...more,
  }
}

const payment: RoutedPayment = {
  payment_id: 'pay_1',
  profile_id: 'pro_1',
  payment_method_type: 'credit',
  currency: 'EUR',
  amount: 1_000,
  capture_method: 'automatic',
  card_network: 'visa',
  card_country: null,
  billing_country: 'DE',
  metadata: { shop: 'berlin' },
  card_entry: 'raw',
  pinned_to: null,
}

const ids = ['con_a', 'con_b', 'con_c'] as const
const accounts = ids.map((id) => account(id))
const names = (routing: Routing, more: Partial<RoutedPayment> = {}, all = accounts) =>
  decideRoute(routing, all, { ...payment, ...more }).accounts.map((each) => each.connector_id)

const none: Routing = { rules: [], fallback: [], max_fallbacks: 1 }

test('without rules every account that can take the payment is tried, in its order', () => {
  assert.deepEqual(names(none), [...ids])
  const disabled = accounts.map((each) =>
    each.connector_id === 'con_a' ? { ...each, status: 'disabled' as const } : each,
  )
  assert.deepEqual(names(none, {}, disabled), ['con_b', 'con_c'])
})

test('a saved method that works at one account only goes to that account, whatever the rules', () => {
  const rules: Rule[] = [{ when: {}, use: [{ connector_id: 'con_a' }] }]
  assert.deepEqual(names({ ...none, rules }, { pinned_to: 'con_c' }), ['con_c'])
})

test('weights decide which share of payments an account gets first, and a retry gets the same order', () => {
  const use = [
    { connector_id: 'con_a', weight: 3 },
    { connector_id: 'con_b', weight: 1 },
    { connector_id: 'con_c', weight: 0 },
  ]
  const routing = { ...none, rules: [{ when: {}, use }] }
  const runs = 20_000
  let first = 0
  for (let n = 0; n < runs; n++) {
    const order = names(routing, { payment_id: `pay_${n}` })
    assert.equal(order.at(-1), 'con_c')
    if (order[0] === 'con_a') first++
  }
  // Five standard deviations of a binomial draw with 3 in 4.
  const allowed = 5 * Math.sqrt(runs * 0.75 * 0.25)
  assert.ok(Math.abs(first - runs * 0.75) < allowed, `${first} of ${runs}`)
  assert.deepEqual(names(routing), names(routing))
})

const arbitraryRule: fc.Arbitrary<Rule> = fc.record({
  when: fc.record(
    {
      currency: fc.subarray(['EUR', 'USD', 'JPY'], { minLength: 1 }),
      payment_method: fc.subarray(['card', 'wallet'], { minLength: 1 }),
      payment_method_type: fc.subarray(['credit', 'debit', 'paypal'], { minLength: 1 }),
      card_network: fc.subarray(['visa', 'amex'], { minLength: 1 }),
      card_country: fc.subarray(['DE', 'FR'], { minLength: 1 }),
      billing_country: fc.subarray(['DE', 'FR'], { minLength: 1 }),
      amount: fc.record({ min: fc.nat(2_000), max: fc.nat(2_000) }, { requiredKeys: [] }),
      metadata: fc.record({ shop: fc.constantFrom('berlin', 'paris') }),
    },
    { requiredKeys: [] },
  ),
  use: fc
    .subarray([...ids, 'con_unknown'], { minLength: 1 })
    .map((list) => list.map((connector_id) => ({ connector_id }))),
})

const arbitraryPayment: fc.Arbitrary<Partial<RoutedPayment>> = fc.record({
  payment_id: fc.string({ minLength: 1, maxLength: 64 }),
  currency: fc.constantFrom('EUR', 'USD', 'JPY'),
  payment_method_type: fc.constantFrom('credit', 'debit', 'paypal'),
  card_network: fc.constantFrom('visa', 'amex', null),
  card_country: fc.constantFrom('DE', 'FR', null),
  billing_country: fc.constantFrom('DE', 'FR', null),
  amount: fc.nat(2_000),
  metadata: fc.constantFrom({}, { shop: 'berlin' }, { shop: 'paris' }),
})

/** Another reading of the rules: every condition as a set of allowed values. */
function firstMatch(rules: readonly Rule[], given: RoutedPayment): number | null {
  const method = given.payment_method_type === 'paypal' ? 'wallet' : 'card'
  const facts: Record<string, unknown> = { ...given, payment_method: method }
  const fits = ({ when: { amount, metadata = {}, ...lists } }: Rule) => {
    const isWithin = given.amount >= (amount?.min ?? 0) && given.amount <= (amount?.max ?? Infinity)
    const hasPairs = Object.entries(metadata).every(([key, value]) => given.metadata[key] === value)
    const isListed = Object.entries(lists).every(([name, list]) =>
      (list as unknown[] | undefined)?.includes(facts[name]),
    )
    return isWithin && hasPairs && isListed
  }
  const found = rules.findIndex(fits)
  return found < 0 ? null : found
}

test('for any rules and any payment, the first rule whose conditions all hold decides, and names the accounts', () => {
  fc.assert(
    fc.property(fc.array(arbitraryRule, { maxLength: 10 }), arbitraryPayment, (rules, more) => {
      const given: RoutedPayment = { ...payment, ...more, card_entry: null }
      const decided = decideRoute({ ...none, rules }, accounts, given)
      const expected = firstMatch(rules, given)
      assert.equal(decided.rule, expected)
      const named = expected === null ? ids : rules[expected]?.use.map((each) => each.connector_id)
      const known = ids.filter((id) => named?.includes(id))
      assert.deepEqual(decided.accounts.map((each) => each.connector_id).toSorted(), known)
    }),
    { numRuns: 2_000, seed: 7 },
  )
})
