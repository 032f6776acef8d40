// Renewals that cannot be collected.
import { scenario } from './scenario.ts'
import type { Story } from './story.ts'

async function start(story: Story, final_action = 'cancelled'): Promise<void> {
  await story.dunning([1, 3, 5, 7], final_action)
  await story.plan('magazine', { price: '10.00 EUR', every: '1 month' })
  await story.customer('Ada', 'a card that works')
  await story.subscribes('Ada', 'magazine')
}

scenario(
  'a card that is declined and recovers is charged by the second retry, and the next renewal is on its day',
  '2027-04-01 00:00',
  async (story) => {
    await start(story)

    await story.until('2027-04-30')
    story.issuer('51 insufficient funds')
    await story.until('2027-05-03')
    await story.is('Ada', 'unpaid')
    story.issuer('approves')
    await story.until('2027-06-02')

    await story.is('Ada', 'active')
    await story.payments(`
      2027-04-01  10.00 EUR  4242  succeeded
      2027-05-01  10.00 EUR  4242  failed UE_1001
      2027-05-02  10.00 EUR  4242  failed UE_1001
      2027-05-04  10.00 EUR  4242  succeeded
      2027-06-01  10.00 EUR  4242  succeeded`)
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  paid on 2027-05-04
      2027-06-01  10.00 EUR  paid`)
    await story.mails(`
      2027-05-01  payment_failed
      2027-05-02  payment_failed`)
  },
)

for (const [final_action, becomes, invoice] of [
  ['cancelled', 'cancelled', 'voided'],
  ['unpaid', 'unpaid', 'failed'],
  ['paused', 'paused', 'failed'],
] as const) {
  scenario(
    `a card that never recovers: after the last retry the subscription is ${becomes} and its invoice ${invoice}`,
    '2027-04-01 00:00',
    async (story) => {
      await start(story, final_action)

      await story.until('2027-04-30')
      story.issuer('51 insufficient funds')
      await story.until('2027-07-01')

      await story.is('Ada', becomes)
      await story.billed(`
        2027-04-01  10.00 EUR  paid
        2027-05-01  10.00 EUR  ${invoice}`)
      await story.payments(`
        2027-04-01  10.00 EUR  4242  succeeded
        2027-05-01  10.00 EUR  4242  failed UE_1001
        2027-05-02  10.00 EUR  4242  failed UE_1001
        2027-05-04  10.00 EUR  4242  failed UE_1001
        2027-05-06  10.00 EUR  4242  failed UE_1001
        2027-05-08  10.00 EUR  4242  failed UE_1001`)
      await story.mails(`
        2027-05-01  payment_failed
        2027-05-02  payment_failed
        2027-05-04  payment_failed
        2027-05-06  payment_failed
        2027-05-08  final_notice`)
    },
  )
}

scenario(
  'without retries the final action follows the first decline, and a credit that was applied returns',
  '2027-04-01 00:00',
  async (story) => {
    await story.dunning([], 'cancelled')
    await story.plan('large', { price: '13.00 EUR', every: '1 month' })
    await story.plan('basic', { price: '10.00 EUR', every: '1 month' })
    await story.customer('Ada', 'a card that works')
    await story.subscribes('Ada', 'large')
    await story.until('2027-04-16')
    await story.changesTo('Ada', 'basic')
    await story.owns('Ada', '1.50 EUR')

    story.issuer('51 insufficient funds')
    await story.until('2027-05-02')

    await story.is('Ada', 'cancelled')
    await story.billed(`
      2027-04-01  13.00 EUR  paid
      2027-04-16   0.00 EUR  paid, 1.50 to credit
      2027-05-01   8.50 EUR  voided, 1.50 by credit`)
    await story.credit(
      'Ada',
      `2027-04-16   1.50 EUR  plan_change
       2027-05-01  -1.50 EUR  applied
       2027-05-01   1.50 EUR  returned`,
    )
  },
)

scenario(
  'a lost card is not charged again, and a new default card is',
  '2027-04-01 00:00',
  async (story) => {
    await start(story)

    await story.until('2027-04-30')
    story.issuer('41 lost card')
    await story.until('2027-05-03')
    story.issuer('approves')
    await story.choosesCard('Ada', 'another card that works')
    await story.until('2027-06-02')

    await story.is('Ada', 'active')
    await story.payments(`
      2027-04-01  10.00 EUR  4242  succeeded
      2027-05-01  10.00 EUR  4242  failed UE_1006
      2027-05-04  10.00 EUR  4444  succeeded
      2027-06-01  10.00 EUR  4444  succeeded`)
  },
)

scenario(
  'a lost card without another one: the schedule passes without a charge, and the final action follows',
  '2027-04-01 00:00',
  async (story) => {
    await start(story)

    await story.until('2027-04-30')
    story.issuer('41 lost card')
    await story.until('2027-06-01')

    await story.is('Ada', 'cancelled')
    await story.payments(`
      2027-04-01  10.00 EUR  4242  succeeded
      2027-05-01  10.00 EUR  4242  failed UE_1006`)
    await story.mails(`
      2027-05-01  payment_failed
      2027-05-02  payment_failed
      2027-05-04  payment_failed
      2027-05-06  payment_failed
      2027-05-08  final_notice`)
  },
)

scenario('two lost cards are charged once each', '2027-04-01 00:00', async (story) => {
  await start(story)

  await story.until('2027-04-30')
  story.issuer('41 lost card')
  await story.until('2027-05-01 12:00')
  story.issuer('approves')
  await story.choosesCard('Ada', 'another card that works')
  story.issuer('41 lost card')
  await story.until('2027-06-01')

  await story.is('Ada', 'cancelled')
  await story.payments(`
    2027-04-01  10.00 EUR  4242  succeeded
    2027-05-01  10.00 EUR  4242  failed UE_1006
    2027-05-02  10.00 EUR  4444  failed UE_1006`)
})

scenario(
  'a customer pays on the page of the invoice, and renewals use that card from then on',
  '2027-04-01 00:00',
  async (story) => {
    await start(story)

    await story.until('2027-04-30')
    story.issuer('51 insufficient funds')
    await story.until('2027-05-02 12:00')
    await story.paysOnPage('Ada', 'a card that is declined')
    await story.is('Ada', 'unpaid')
    story.issuer('approves')
    await story.paysOnPage('Ada', 'another card that works')
    await story.is('Ada', 'active')
    await story.until('2027-06-02')

    await story.payments(`
      2027-04-01  10.00 EUR  4242  succeeded
      2027-05-01  10.00 EUR  4242  failed UE_1001
      2027-05-02  10.00 EUR  4242  failed UE_1001
      2027-05-02  10.00 EUR  0002  failed UE_1001
      2027-05-02  10.00 EUR  4444  succeeded
      2027-06-01  10.00 EUR  4444  succeeded`)
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  paid on 2027-05-02
      2027-06-01  10.00 EUR  paid`)
  },
)

scenario(
  'an unpaid subscription that is paid months later bills the periods that it missed, each on its own',
  '2027-04-01 00:00',
  async (story) => {
    await start(story, 'unpaid')

    await story.until('2027-04-30')
    story.issuer('51 insufficient funds')
    await story.until('2027-07-15')
    story.issuer('approves')
    await story.paysOnPage('Ada', 'another card that works')
    await story.until('2027-08-02')

    await story.is('Ada', 'active')
    await story.periods(`
      2027-04-01 to 2027-05-01  10.00 EUR  paid
      2027-05-01 to 2027-06-01  10.00 EUR  paid
      2027-06-01 to 2027-07-01  10.00 EUR  paid
      2027-07-01 to 2027-08-01  10.00 EUR  paid
      2027-08-01 to 2027-09-01  10.00 EUR  paid`)
  },
)

scenario(
  'a subscription whose card was deleted charges the default card of the customer',
  '2027-04-01 00:00',
  async (story) => {
    await start(story)

    await story.choosesCard('Ada', 'another card that works')
    await story.deletesCard('Ada')
    await story.until('2027-05-02')

    await story.payments(`
      2027-04-01  10.00 EUR  4242  succeeded
      2027-05-01  10.00 EUR  4444  succeeded`)
  },
)

scenario(
  'a subscription without any card is unpaid, and paid when the customer saves one',
  '2027-04-01 00:00',
  async (story) => {
    await start(story)

    await story.deletesCard('Ada')
    await story.until('2027-05-02 12:00')
    await story.is('Ada', 'unpaid')
    await story.choosesCard('Ada', 'another card that works')
    await story.until('2027-05-05')

    await story.is('Ada', 'active')
    await story.payments(`
      2027-04-01  10.00 EUR  4242  succeeded
      2027-05-04  10.00 EUR  4444  succeeded`)
  },
)

scenario(
  'retries whose days have passed in an outage are skipped, and not made all at once',
  '2027-04-01 00:00',
  async (story) => {
    await start(story)

    await story.until('2027-04-30')
    story.issuer('51 insufficient funds')
    await story.until('2027-05-01')
    story.outage('2027-05-05 12:00')
    await story.until('2027-06-01')

    await story.is('Ada', 'cancelled')
    await story.payments(`
      2027-04-01  10.00 EUR  4242  succeeded
      2027-05-01  10.00 EUR  4242  failed UE_1001
      2027-05-05  10.00 EUR  4242  failed UE_1001
      2027-05-06  10.00 EUR  4242  failed UE_1001
      2027-05-08  10.00 EUR  4242  failed UE_1001`)
  },
)

scenario(
  'a subscription that was paused for its unpaid invoice stays paused when that is paid, until it is resumed',
  '2027-04-01 00:00',
  async (story) => {
    await start(story, 'paused')

    await story.until('2027-04-30')
    story.issuer('51 insufficient funds')
    await story.until('2027-05-10')
    story.issuer('approves')
    await story.paysOnPage('Ada', 'another card that works')
    await story.is('Ada', 'paused')
    await story.resumes('Ada')
    await story.until('2027-06-02')

    await story.is('Ada', 'active')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  paid on 2027-05-10
      2027-06-01  10.00 EUR  paid`)
  },
)

scenario(
  'a customer is warned two weeks before a renewal for which the card will have expired',
  '2027-04-10 09:00',
  async (story) => {
    await story.dunning([1], 'unpaid')
    await story.plan('magazine', { price: '10.00 EUR', every: '1 month' })
    await story.customer('Ada', 'a card that expires in June 2027')
    await story.subscribes('Ada', 'magazine')

    await story.until('2027-07-01')

    await story.mails('2027-06-26  card_expiring')
    await story.billed(`
      2027-04-10  10.00 EUR  paid
      2027-05-10  10.00 EUR  paid
      2027-06-10  10.00 EUR  paid`)
  },
)

scenario(
  'a retry waits while the customer pays on the page, and follows when that was not finished',
  '2027-04-01 00:00',
  async (story) => {
    await start(story)

    await story.until('2027-04-30')
    story.issuer('51 insufficient funds')
    await story.until('2027-05-03 23:55')
    story.issuer('approves')
    await story.paysOnPage('Ada', 'a card that always needs authentication')
    await story.is('Ada', 'pending')
    await story.until('2027-05-04 00:05')
    await story.is('Ada', 'pending')
    await story.until('2027-05-04 03:00')

    await story.is('Ada', 'active')
    await story.payments(`
      2027-04-01  10.00 EUR  4242  succeeded
      2027-05-01  10.00 EUR  4242  failed UE_1001
      2027-05-02  10.00 EUR  4242  failed UE_1001
      2027-05-03  10.00 EUR  0446  failed UE_4003
      2027-05-04  10.00 EUR  4242  succeeded`)
  },
)

scenario(
  'the last period of a price for two periods recovers, and the subscription ends with it',
  '2027-03-25 00:00',
  async (story) => {
    await story.dunning([1, 3], 'cancelled')
    await story.plan('course', { price: '10.00 EUR', every: '1 month', trial: '7 days', cycles: 2 })
    await story.customer('Ada', 'a card that works')
    await story.subscribes('Ada', 'course')

    await story.until('2027-04-30')
    story.issuer('51 insufficient funds')
    await story.until('2027-05-03')
    story.issuer('approves')
    await story.until('2027-05-04')
    await story.is('Ada', 'onetime')
    await story.until('2027-07-01')

    await story.is('Ada', 'in_active')
    await story.billed(`
      2027-03-25   0.00 EUR  paid
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  paid on 2027-05-04`)
  },
)
