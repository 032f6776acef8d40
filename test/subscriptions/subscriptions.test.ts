// All scenarios run in one process, so that the last test knows what they have reached together.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { invoiceStatuses } from '#resources/billing/invoices/state.ts'
import { subscription } from '#resources/billing/subscriptions/state.ts'
import './authentication.ts'
import './cancellations.ts'
import './coupons.ts'
import './declines.ts'
import './given_back.ts'
import './histories.ts'
import './outcomes.ts'
import './part_payments.ts'
import './pauses.ts'
import './plan_changes.ts'
import './renewals.ts'
import './trials.ts'
import { reached, violations } from './scenario.ts'

const everyTransition = Object.entries(subscription.transitions).flatMap(([name, { from }]) =>
  from.map((state) => `${name} from ${state}`),
)

function missing(expected: readonly string[], found: ReadonlySet<string>): string[] {
  return expected.filter((each) => !found.has(each))
}

test('the scenarios reach every status of subscriptions and invoices, and every transition', async () => {
  const { subscriptions, invoices, transitions } = await reached()

  assert.deepEqual(missing(Object.keys(subscription.states), subscriptions), [])
  assert.deepEqual(missing(Object.keys(invoiceStatuses), invoices), [])
  assert.deepEqual(missing(everyTransition, transitions), [])
})

test('the doctor finds nothing wrong in the books of all scenarios', async () => {
  assert.deepEqual(await violations(), [])
})
