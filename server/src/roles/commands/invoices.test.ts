// `florin-server invoices void`, on invoices as an earlier release could leave them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertSentence, florin } from '#testing/command_line.ts'
import { harness, type Shop, testEnv } from '#testing/harness.ts'
import { insertSubscription } from '#testing/subscription_rows.ts'

const env = () => testEnv({ FLORIN_PROVIDER: 'instant' })

async function voidIt({ merchant }: Shop, invoice_id: string) {
  return florin(['invoices', 'void', merchant.merchant_id, invoice_id], await env())
}

const LEFT = { status: 'active', open_invoice_id: null }
const WITH_CREDIT = { total: 3210, credit_applied: 710, next_attempt_at: null }

/** The credit that the invoice has used. */
async function useCredit({ services, merchant }: Shop, invoice_id: string): Promise<void> {
  const of = [merchant.merchant_id, invoice_id]
  await services.db.run(
    `insert into credit_entries (merchant_id, entry_id, customer_id, currency, amount, reason, subscription_id, invoice_id, created)
     select merchant_id, 'cre_' || n || invoice_id, customer_id, currency, case n when 1 then 710 else -710 end,
       case n when 1 then 'plan_change' else 'applied' end, subscription_id, case n when 2 then invoice_id end, now()
     from invoices, generate_series(1, 2) n where merchant_id = $1 and invoice_id = $2`,
    of,
  )
  await services.db.run(
    `insert into credit_balances (merchant_id, customer_id, currency, amount, modified_at, version)
     select merchant_id, customer_id, currency, 0, now(), 1 from invoices where merchant_id = $1 and invoice_id = $2`,
    of,
  )
}

test('an invoice that nothing waits for is voided, its credit returns, and the command is in the audit trail', async () => {
  await using shop = await harness({ env: { FLORIN_PROVIDER: 'instant' } })
  const rows = await insertSubscription(shop, { subscription: LEFT, invoice: WITH_CREDIT })
  await useCredit(shop, rows.invoice_id)

  const done = await voidIt(shop, rows.invoice_id)

  assert.equal(done.stdout, `The invoice ${rows.invoice_id} is voided.\n`, done.stderr)
  const { body: invoice } = await shop.get(`/invoices/${rows.invoice_id}`)
  assert.equal(invoice.status, 'voided')
  const { body: credit } = await shop.get(`/customers/${invoice.customer_id}/credit`)
  assert.deepEqual(credit.balances, [{ currency: 'EUR', amount: 710 }])
  const { body: trail } = await shop.get('/audit')
  assert.equal(trail.data[0].action, 'florin-server invoices void')
})

test('an invoice that its subscription waits for, or that is settled, stays as it is', async () => {
  await using shop = await harness({ env: { FLORIN_PROVIDER: 'instant' } })
  const awaited = await insertSubscription(shop)
  const paid = await insertSubscription(shop, {
    subscription: LEFT,
    invoice: { status: 'invoice_paid', next_attempt_at: null },
  })

  assertSentence(await voidIt(shop, awaited.invoice_id), /waits for inv_\w+\. Pause and resume it/)
  assertSentence(await voidIt(shop, paid.invoice_id), /The invoice inv_\w+ is invoice_paid\./)
  assertSentence(await voidIt(shop, 'inv_unknown'), /inv_unknown/)
  const statuses: string[] = []
  for (const { invoice_id } of [awaited, paid]) {
    statuses.push((await shop.get(`/invoices/${invoice_id}`)).body.status)
  }
  assert.deepEqual(statuses, ['payment_failed', 'invoice_paid'])
})
