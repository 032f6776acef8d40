// Ends of subscriptions, and the money that the customer gets back.
import assert from 'node:assert/strict'
import { assertRefused } from '../support/expect.ts'
import { scenario } from './scenario.ts'
import type { Story } from './story.ts'

async function start(story: Story): Promise<void> {
  await story.plan('magazine', { price: '10.00 EUR', every: '1 month' })
  await story.customer('Ada', 'a card that works')
  await story.subscribes('Ada', 'magazine')
}

for (const [credit, back, next] of [
  ['none', '', '10.00 EUR  paid'],
  ['prorate', '2027-04-11  6.67 EUR  cancellation', '3.33 EUR  paid, 6.67 by credit'],
  ['full', '2027-04-11  10.00 EUR  cancellation', '0.00 EUR  paid, 10.00 by credit'],
] as const) {
  scenario(
    `an immediate cancellation with the credit ${credit}, and the price of the next subscription`,
    '2027-04-01 00:00',
    async (story) => {
      await start(story)

      await story.until('2027-04-11')
      await story.cancels('Ada', 'immediately', credit)
      await story.is('Ada', 'cancelled')
      await story.credit('Ada', back)
      await story.until('2027-07-01')
      await story.subscribes('Ada', 'magazine')

      await story.is('Ada', 'active')
      await story.billed(`
        2027-04-01  10.00 EUR  paid
        2027-07-01  ${next}`)
    },
  )
}

scenario(
  'a cancellation at the end of the period: paid until then, and not renewed',
  '2027-04-01 00:00',
  async (story) => {
    await start(story)

    await story.until('2027-04-11')
    await story.cancels('Ada', 'end_of_term', 'prorate')
    await story.is('Ada', 'onetime')
    await story.until('2027-04-30')
    await story.is('Ada', 'onetime')
    await story.until('2027-06-01')

    await story.is('Ada', 'cancelled')
    await story.billed('2027-04-01  10.00 EUR  paid')
    await story.credit('Ada', '')
  },
)

scenario(
  'a cancellation at a date after the next renewal: renewed once more, and credited from that date',
  '2027-04-01 00:00',
  async (story) => {
    await start(story)

    await story.cancels('Ada', '2027-05-16 12:00', 'prorate')
    await story.until('2027-05-16 11:59')
    await story.is('Ada', 'active')
    await story.until('2027-07-01')

    await story.is('Ada', 'cancelled')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  paid`)
    // 15.5 of 31 days are left.
    await story.credit('Ada', '2027-05-16  5.00 EUR  cancellation')
  },
)

scenario(
  'a cancellation of a subscription that was never confirmed frees its coupon and its credit',
  '2027-04-01 00:00',
  async (story) => {
    await start(story)
    await story.coupon('FEW', { off: '2.00 EUR', for: 'once', uses: 1 })
    await story.cancels('Ada', 'immediately', 'full')

    await story.orders('Ada', 'magazine', 'FEW')
    await story.owns('Ada', '2.00 EUR')
    await story.cancels('Ada')
    await story.owns('Ada', '10.00 EUR')
    await story.orders('Ada', 'magazine', 'FEW')
    await story.until('2027-04-03')

    await story.is('Ada', 'in_active')
    await story.owns('Ada', '10.00 EUR')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-04-01   0.00 EUR  voided, 8.00 by credit
      2027-04-01   0.00 EUR  voided, 8.00 by credit`)
  },
)

scenario(
  'a cancellation while an invoice is unpaid voids the invoice, and nothing is credited',
  '2027-04-01 00:00',
  async (story) => {
    await story.dunning([1, 3], 'cancelled')
    await start(story)

    story.issuer('51 insufficient funds')
    await story.until('2027-05-02 12:00')
    await story.cancels('Ada', 'immediately', 'full')
    await story.until('2027-06-01')

    await story.is('Ada', 'cancelled')
    await story.credit('Ada', '')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  voided`)
    await story.mails(`
      2027-05-01  payment_failed
      2027-05-02  payment_failed`)
  },
)

scenario(
  'a customer can be deleted when the subscription has ended, and the books stay as they were',
  '2027-04-01 00:00',
  async (story) => {
    await start(story)

    await story.until('2027-04-16')
    assertRefused(await story.deletes('Ada'), 409, 'IR_16')
    await story.cancels('Ada', 'immediately', 'prorate')
    assert.equal((await story.deletes('Ada')).status, 200)
    await story.until('2027-06-01')

    await story.is('Ada', 'cancelled')
    await story.billed('2027-04-01  10.00 EUR  paid')
    await story.credit('Ada', '2027-04-16  5.00 EUR  cancellation')
  },
)

async function cancelsInReview(story: Story): Promise<void> {
  await start(story)
  await story.reviewsAll()
  await story.until('2027-05-02')
  await story.cancels('Ada', 'immediately')
  await story.is('Ada', 'cancelled')
}

scenario(
  'a cancellation while the payment is in review: its invoice waits for the decision',
  '2027-04-01 00:00',
  async (story) => {
    await cancelsInReview(story)
    await story.until('2027-05-03 12:00')

    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  in review`)
  },
)

scenario(
  'a cancellation while the payment is in review: without a decision the hold expires, and the invoice is voided',
  '2027-04-01 00:00',
  async (story) => {
    await cancelsInReview(story)
    await story.sandboxClock('31d')

    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  voided`)
  },
)
