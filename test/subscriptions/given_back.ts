// Money that is given back: what a period is worth without it, and the credit that it had become.
import { scenario } from './scenario.ts'
import type { Story } from './story.ts'

async function start(story: Story): Promise<void> {
  await story.plan('magazine', { price: '10.00 EUR', every: '1 month' })
  await story.plan('archive', { price: '30.00 EUR', every: '1 month' })
  await story.customer('Ada', 'a card that works')
  await story.subscribes('Ada', 'archive')
}

scenario(
  'a period of which a part was refunded is worth the other part',
  '2027-04-01 00:00',
  async (story) => {
    await start(story)

    await story.refunds('Ada', '20.00 EUR')
    await story.cancels('Ada', 'immediately', 'full')

    await story.owns('Ada', '10.00 EUR')
  },
)

scenario(
  'a refund takes back the credit that its money had become, and spent credit is not owed',
  '2027-04-01 00:00',
  async (story) => {
    await start(story)

    await story.until('2027-04-16')
    await story.changesTo('Ada', 'magazine')
    await story.owns('Ada', '10.00 EUR')
    await story.corrects('Ada', '4.00 EUR')
    await story.until('2027-05-02')
    await story.owns('Ada', '4.00 EUR')
    await story.refunds('Ada', '15.00 EUR')

    await story.owns('Ada', '4.00 EUR')
    await story.credit(
      'Ada',
      `2027-04-16    4.00 EUR  correction
       2027-04-16   10.00 EUR  plan_change
       2027-05-01  -10.00 EUR  applied
       2027-05-02  -10.00 EUR  refund
       2027-05-02   10.00 EUR  uncollected`,
    )
  },
)

scenario(
  'a refund of money that is still credit takes it back, one for one',
  '2027-04-01 00:00',
  async (story) => {
    await start(story)

    await story.cancels('Ada', 'immediately', 'full')
    await story.owns('Ada', '30.00 EUR')
    await story.refunds('Ada', '12.00 EUR')
    await story.owns('Ada', '18.00 EUR')
    await story.refunds('Ada')

    await story.owns('Ada', '0.00 EUR')
  },
)

scenario(
  'credit that was spent before its money was refunded is collected when the invoice that used it is voided',
  '2027-04-01 00:00',
  async (story) => {
    await story.dunning([1], 'unpaid')
    await start(story)

    await story.until('2027-04-16')
    await story.changesTo('Ada', 'magazine')
    await story.changesTo('Ada', 'archive')
    story.issuer('51 insufficient funds')
    await story.corrects('Ada', '1.00 EUR')
    await story.until('2027-05-03')
    await story.is('Ada', 'unpaid')
    await story.cancels('Ada')

    await story.owns('Ada', '1.00 EUR')
  },
)
