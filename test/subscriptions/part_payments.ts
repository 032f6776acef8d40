// Less is received for an invoice than it asks for: the merchant accepts the part, or voids the invoice.
import { scenario } from './scenario.ts'
import type { Story } from './story.ts'

async function reserve(story: Story): Promise<void> {
  await story.plan('magazine', { price: '10.00 EUR', every: '1 month' })
  await story.plan('archive', { price: '20.00 EUR', every: '1 month' })
  await story.customer('Ada', 'a card that works')
  await story.reserves('Ada', 'magazine')
  await story.captures('Ada', '4.00 EUR')
  await story.until('2027-04-09')
  await story.billed('2027-04-01  10.00 EUR  in review')
}

scenario(
  'a part that is accepted pays the invoice, and the period is worth no more than the part',
  '2027-04-01 00:00',
  async (story) => {
    await reserve(story)

    await story.resolves('Ada', 'accept')
    await story.is('Ada', 'active')
    await story.cancels('Ada', 'immediately', 'full')

    await story.billed('2027-04-01  10.00 EUR  paid on 2027-04-09')
    await story.owns('Ada', '4.00 EUR')
  },
)

scenario(
  'a part whose invoice is voided is credit, and the subscription has not started',
  '2027-04-01 00:00',
  async (story) => {
    await reserve(story)

    await story.resolves('Ada', 'void')

    await story.is('Ada', 'failed')
    await story.billed('2027-04-01  10.00 EUR  voided')
    await story.credit('Ada', '2027-04-09  4.00 EUR  part_payment')
  },
)

scenario(
  'a part that was refunded is no credit when its invoice is voided',
  '2027-04-01 00:00',
  async (story) => {
    await reserve(story)

    await story.refunds('Ada', '3.00 EUR')
    await story.resolves('Ada', 'void')

    await story.owns('Ada', '1.00 EUR')
  },
)

scenario(
  'a renewal of which a part is received and voided leaves a period that is worth nothing, and the next one is billed',
  '2027-04-01 00:00',
  async (story) => {
    await story.plan('magazine', { price: '10.00 EUR', every: '1 month' })
    await story.customer('Ada', 'a card that works')
    await story.subscribes('Ada', 'magazine')

    await story.bankCaptures('half')
    await story.until('2027-05-02')
    await story.bankCaptures('all')
    await story.is('Ada', 'pending')
    await story.resolves('Ada', 'void')
    await story.is('Ada', 'active')
    await story.until('2027-06-02')

    await story.credit(
      'Ada',
      `2027-05-02   5.00 EUR  part_payment
       2027-06-01  -5.00 EUR  applied`,
    )
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  voided
      2027-06-01   5.00 EUR  paid, 5.00 by credit`)
  },
)
