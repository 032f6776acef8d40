// Random subscription histories, judged by the oracle; `npm run prove:billing` runs more.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isFullProof } from '#testing/proof.ts'
import { actionNames, runBatch } from './batch.ts'
import { startServer } from './server.ts'

const HISTORIES = isFullProof ? 300 : 60
const BATCH = isFullProof ? 50 : 30

/** Few histories end so: only the full number contains one for certain. */
const RARE: ReadonlySet<string> = new Set(['invoice manual_review'])

/** Always the same ones, so that all actions are among them; FLORIN_SEED runs others. */
const seed = Number(process.env['FLORIN_SEED'] ?? 2)

const server = await startServer()
after(() => server[Symbol.asyncDispose]())

const reached = { actions: new Set<string>(), statuses: new Set<string>() }

for (let done = 0; done < HISTORIES; done += BATCH) {
  const own = seed + done / BATCH
  test(`random histories ${done + 1} to ${done + BATCH} conserve every customer's money`, async (t) => {
    t.diagnostic(`seed ${own}`)

    const { failed, counts, records } = await runBatch(server, { seed: own, histories: BATCH })

    for (const name of counts.keys()) reached.actions.add(name)
    for (const { subscriptions, invoices, entries } of records) {
      for (const { status } of subscriptions) reached.statuses.add(`subscription ${status}`)
      for (const { status } of invoices) reached.statuses.add(`invoice ${status}`)
      for (const { reason } of entries) reached.statuses.add(`credit ${reason}`)
    }
    const again = failed.map(({ n }) => `npm run prove:billing -- --seed ${own} --only ${n}`)
    assert.deepEqual(
      failed.map(({ violations }) => violations),
      [],
      again.join('\n'),
    )
  })
}

test('the histories do everything, and reach the states and entries that matter', () => {
  const subscriptions = ['active', 'trial', 'unpaid', 'paused', 'cancelled', 'failed', 'onetime']
  const invoices = ['invoice_paid', 'payment_failed', 'manual_review', 'voided']
  const credit = ['plan_change', 'cancellation', 'applied', 'returned', 'correction', 'refund']
  const wanted = [
    ...subscriptions.map((name) => `subscription ${name}`),
    ...invoices.map((name) => `invoice ${name}`),
    ...credit.map((name) => `credit ${name}`),
  ]

  assert.deepEqual(
    actionNames.filter((name) => !reached.actions.has(name)),
    [],
  )
  assert.deepEqual(
    wanted.filter((name) => !reached.statuses.has(name) && (isFullProof || !RARE.has(name))),
    [],
  )
})
