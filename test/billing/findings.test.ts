// Short histories in which billing has gone wrong before: credit for money that was never paid, paid time that was
// lost, and invoices that were left behind. The oracle judges each.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isOperation } from '#testing/bank_proxy.ts'
import type { CardName } from './cards.ts'
import type { Merchant } from './merchant.ts'
import { jumpTo, moveTo, retire, type Server, startServer } from './server.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let server: Promise<Server> | undefined

function open(): Promise<Server> {
  server ??= startServer()
  return server
}

after(async () => (await server)?.[Symbol.asyncDispose]())

/** In the past, so that the bank's own deadlines have not passed. */
const START = new Date('2023-04-01T00:00:00Z')

/** Delivers every event. No two requests are made at one moment. */
function settle(merchant: Merchant): Promise<void> {
  return moveTo(merchant, new Date(merchant.now.getTime() + 1_000))
}

/** Runs the history, and lets the oracle judge the merchant's books. */
function history(name: string, act: (merchant: Merchant, server: Server) => Promise<void>): void {
  test(name, async () => {
    const running = await open()
    const merchant = await running.merchant(START)
    try {
      await act(merchant, running)
      await settle(merchant)
      assert.deepEqual((await merchant.judge()).violations, [])
    } finally {
      running.proxy.clear()
      await retire(merchant)
    }
  })
}

function days(merchant: Merchant, n: number): Date {
  return new Date(merchant.now.getTime() + n * DAY_MS)
}

async function subscribe(
  merchant: Merchant,
  terms: object,
  card: CardName = 'works',
  more: { capture_method?: string } = {},
): Promise<{ id: string; payment_id: string; customer_id: string }> {
  const customer_id = await merchant.customer()
  const item_price_id = await merchant.price(terms)
  const { body, text } = await merchant.subscribe({ customer_id, item_price_id, card, ...more })
  assert.ok(body.id, text)
  await settle(merchant)
  return { id: body.id, payment_id: body.payment.payment_id, customer_id }
}

/** The subscription is active again, and its declined renewal was not collected. */
async function leaveBehind(merchant: Merchant, terms: object = {}) {
  const made = await subscribe(merchant, terms, 'declined_later')
  await moveTo(merchant, days(merchant, 31))
  assert.equal((await merchant.subscription(made.id)).status, 'unpaid')
  await merchant.pause(made.id)
  await settle(merchant)
  await merchant.resume(made.id, false)
  await settle(merchant)
  const url: string = (await merchant.invoices(made.id))[1].hosted_invoice_url
  return { ...made, url }
}

history('full credits what was paid, not the list price of a change', async (merchant) => {
  const { id } = await subscribe(merchant, { amount: 1_000 })
  const { period_end } = await merchant.subscription(id)
  await moveTo(merchant, new Date(new Date(period_end).getTime() - 30_000))
  await merchant.change(id, await merchant.price({ amount: 100_000 }))
  await settle(merchant)
  await merchant.cancel(id, 'full')
})

history('full after a downgrade credits what is left of the payment', async (merchant) => {
  const { id } = await subscribe(merchant, { amount: 100_000 })
  await moveTo(merchant, days(merchant, 15))
  await merchant.change(id, await merchant.price({ amount: 1_000 }))
  await settle(merchant)
  await merchant.cancel(id, 'full')
})

history('an invoice of which a part was captured is not paid', async (merchant) => {
  const more = { capture_method: 'manual' }
  const { id, payment_id } = await subscribe(merchant, { amount: 100_000 }, 'works', more)
  await merchant.client.post(`/payments/${payment_id}/capture`, { amount_to_capture: 1 })
  await settle(merchant)
  assert.deepEqual((await merchant.judge()).violations, [])
  await merchant.cancel(id, 'full')
})

for (const [name, act] of [
  ['a cancellation', (merchant: Merchant, id: string) => merchant.cancel(id, 'full')],
  [
    'a downgrade',
    async (merchant: Merchant, id: string) =>
      merchant.change(id, await merchant.price({ amount: 100 })),
  ],
] as const) {
  history(`a refunded period is not credited by ${name}`, async (merchant) => {
    const { id, payment_id } = await subscribe(merchant, { amount: 5_000 })
    await merchant.refund(payment_id)
    await settle(merchant)
    await act(merchant, id)
  })
}

history('a period that was charged back is not credited', async (merchant) => {
  const { id, payment_id } = await subscribe(merchant, { amount: 3_000 })
  await merchant.dispute(payment_id)
  await settle(merchant)
  const { body } = await merchant.client.get(`/disputes/list?payment_id=${payment_id}`)
  await merchant.client.post(`/disputes/accept/${body.data[0].dispute_id}`, {})
  await settle(merchant)
  await merchant.cancel(id, 'full')
})

history('a refund of a late payment takes its credit away', async (merchant) => {
  const { id, payment_id } = await subscribe(merchant, {}, 'slow')
  await merchant.cancel(id, 'none')
  await settle(merchant)
  await merchant.client.post(`/sandbox/payments/${payment_id}/settle`, { outcome: 'approved' })
  await settle(merchant)
  await merchant.refund(payment_id)
})

history('a part that was captured and refunded is not credited at the end', async (merchant) => {
  const { id } = await subscribe(merchant, {})
  const faults = { rates: { capture_less: 1 }, seed: 3, delay_ms: [1, 10] }
  await (await merchant.bank.desk('POST', '/faults', faults)).arrayBuffer()
  try {
    await moveTo(merchant, days(merchant, 31))
  } finally {
    await (await merchant.bank.desk('DELETE', '/faults')).arrayBuffer()
  }
  await merchant.refund((await merchant.invoices(id))[1].payment_id)
  await settle(merchant)
  await merchant.cancel(id, 'none')
})

history('a declined upgrade does not lose the paid period', async (merchant) => {
  const { id } = await subscribe(merchant, { amount: 10_000 }, 'declined_later')
  await moveTo(merchant, days(merchant, 1))
  await merchant.change(id, await merchant.price({ amount: 20_000 }))
  await settle(merchant)
  await merchant.cancel(id, 'prorate')
})

history('after a declined upgrade the period is not charged again', async (merchant) => {
  const { id } = await subscribe(merchant, { amount: 10_000 }, 'declined_later')
  await moveTo(merchant, days(merchant, 1))
  await merchant.change(id, await merchant.price({ amount: 20_000 }))
  await settle(merchant)
  await merchant.pause(id)
  await settle(merchant)
  await merchant.resume(id, false)
  await settle(merchant)
  await merchant.change(id, await merchant.price({ amount: 10_001 }))
})

history('credit returns when the invoice that used it is left behind', async (merchant) => {
  const { id } = await subscribe(merchant, { amount: 3_000 }, 'declined_later')
  await moveTo(merchant, days(merchant, 20))
  await merchant.change(id, await merchant.price({ amount: 1_000 }))
  await moveTo(merchant, days(merchant, 11))
  assert.equal((await merchant.subscription(id)).status, 'unpaid')
  await merchant.pause(id)
  await settle(merchant)
  await merchant.resume(id, false)
  await settle(merchant)
  await merchant.cancel(id, 'full')
})

history('3-D Secure on an old invoice does not stop the renewals', async (merchant) => {
  const { url } = await leaveBehind(merchant)
  const { body } = await merchant.payOnPage(url, 'authenticated')
  if (body.next_action) await merchant.authenticate(body, 'approve')
  await settle(merchant)
  await moveTo(merchant, days(merchant, 100))
})

history('a declined card on an old invoice does not touch the subscription', async (merchant) => {
  const { url } = await leaveBehind(merchant)
  await merchant.payOnPage(url, 'declined')
})

history('a card that is declined ten days later does not cancel it', async (merchant) => {
  const { url } = await leaveBehind(merchant)
  await moveTo(merchant, days(merchant, 10))
  await merchant.payOnPage(url, 'declined')
})

history('3-D Secure that nobody answers does not cancel it', async (merchant) => {
  const { url } = await leaveBehind(merchant)
  await merchant.payOnPage(url, 'authenticated')
  await moveTo(merchant, days(merchant, 12))
})

history('a blocked card on the invoice of a change does not end it', async (merchant) => {
  const { id } = await subscribe(merchant, {}, 'declined_later')
  await moveTo(merchant, days(merchant, 1))
  await merchant.change(id, await merchant.price({ amount: 2_000 }))
  await settle(merchant)
  await merchant.pause(id)
  await settle(merchant)
  await merchant.resume(id, false)
  await settle(merchant)
  await merchant.payOnPage((await merchant.invoices(id))[1].hosted_invoice_url, 'blocked')
})

history('a click while the acquirer is down charges nothing later', async (merchant, { proxy }) => {
  const { id, url } = await leaveBehind(merchant)
  const { attempt_count } = (await merchant.invoices(id))[1]
  const maintenance = { error: 'maintenance', message: 'Try again later.' }
  proxy.on(isOperation(), () => ({ status: 503, body: maintenance }))
  await merchant.payOnPage(url, 'works')
  await settle(merchant)
  proxy.clear()
  await moveTo(merchant, days(merchant, 1))
  const [, old] = await merchant.invoices(id)
  assert.ok(old.attempt_count <= attempt_count + 1, 'a payment that nobody asked for')
})

history('two cycles are charged twice, paused in between or not', async (merchant) => {
  const { id } = await subscribe(merchant, { cycles: 2 }, 'declined_later')
  await moveTo(merchant, days(merchant, 31))
  await merchant.pause(id)
  await settle(merchant)
  await merchant.payOnPage((await merchant.invoices(id))[1].hosted_invoice_url, 'works')
  await settle(merchant)
  await merchant.resume(id, false)
  await moveTo(merchant, days(merchant, 70))
})

for (const [how, move] of [
  ['in one step after an outage', jumpTo],
  ['at their moments', moveTo],
] as const) {
  history(`a cancellation in the second month, done ${how}`, async (merchant) => {
    const { id } = await subscribe(merchant, { amount: 3_000 })
    await merchant.cancel(id, 'prorate', days(merchant, 45))
    await move(merchant, days(merchant, 60))
  })

  history(`a pause in the fourth month, done ${how}`, async (merchant) => {
    const { id } = await subscribe(merchant, { amount: 3_000 })
    await merchant.pause(id, days(merchant, 100))
    await move(merchant, days(merchant, 200))
  })
}

history('a planned pause does not keep the last cycle from ending', async (merchant) => {
  const { id } = await subscribe(merchant, { cycles: 2 })
  await merchant.pause(id, days(merchant, 40))
  await moveTo(merchant, days(merchant, 75))
})

history('a confirmation in time does not expire while the bank works', async (merchant, server) => {
  const customer_id = await merchant.customer()
  const item_price_id = await merchant.price()
  const order = { customer_id, item_price_id, card: 'works' } as const
  const { id } = (await merchant.create(order)).body
  await moveTo(merchant, new Date(merchant.now.getTime() + DAY_MS - 10_000))
  const held = server.proxy.hold(isOperation('authorize'))
  const confirming = merchant.confirm(id, 'works')
  await held.arrived
  await moveTo(merchant, new Date(merchant.now.getTime() + 12_000))
  held.release()
  await confirming
  await settle(merchant)
})
