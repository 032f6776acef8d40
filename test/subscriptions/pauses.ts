// Pauses: nothing is billed in them.
import { scenario } from './scenario.ts'
import type { Story } from './story.ts'

async function start(story: Story): Promise<void> {
  await story.plan('magazine', { price: '10.00 EUR', every: '1 month' })
  await story.customer('Ada', 'a card that works')
  await story.subscribes('Ada', 'magazine')
}

/** The card is declined on 1 and 2 May, and works afterwards. */
async function isPausedByItsRenewal(story: Story): Promise<void> {
  story.issuer('51 insufficient funds')
  await story.until('2027-05-03')
  await story.is('Ada', 'paused')
  story.issuer('approves')
}

scenario(
  'a pause over a renewal: the period that begins with the resumption is charged at once',
  '2027-04-01 00:00',
  async (story) => {
    await start(story)

    await story.until('2027-04-20')
    await story.pauses('Ada')
    await story.is('Ada', 'paused')
    await story.until('2027-06-10 15:00')
    await story.resumes('Ada')
    await story.until('2027-07-11')

    await story.is('Ada', 'active')
    await story.periods(`
      2027-04-01 to 2027-05-01  10.00 EUR  paid
      2027-06-10 to 2027-07-10  10.00 EUR  paid
      2027-07-10 to 2027-08-10  10.00 EUR  paid`)
  },
)

scenario(
  'a pause that ends within the paid period changes nothing',
  '2027-04-01 00:00',
  async (story) => {
    await start(story)

    await story.until('2027-04-10')
    await story.pauses('Ada')
    await story.until('2027-04-30')
    await story.resumes('Ada')
    await story.renewsOn('Ada', '2027-05-01')
    await story.until('2027-05-02')

    await story.periods(`
      2027-04-01 to 2027-05-01  10.00 EUR  paid
      2027-05-01 to 2027-06-01  10.00 EUR  paid`)
  },
)

scenario('a pause from the end of the period until a date', '2027-04-01 00:00', async (story) => {
  await start(story)

  await story.pauses('Ada', 'end_of_term')
  await story.until('2027-04-30')
  await story.is('Ada', 'active')
  await story.until('2027-05-01')
  await story.is('Ada', 'paused')
  await story.resumes('Ada', '2027-06-15 12:00')
  await story.until('2027-06-15 11:59')
  await story.is('Ada', 'paused')
  await story.until('2027-07-16')

  await story.is('Ada', 'active')
  await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-06-15  10.00 EUR  paid
      2027-07-15  10.00 EUR  paid`)
})

scenario(
  'a pause at the end of the period follows that end when a plan of another interval begins',
  '2027-04-01 00:00',
  async (story) => {
    await start(story)
    await story.plan('yearly', { price: '100.00 EUR', every: '1 year' })

    await story.pauses('Ada', 'end_of_term')
    await story.until('2027-04-16')
    await story.changesTo('Ada', 'yearly')
    await story.until('2027-06-01')
    await story.is('Ada', 'active')
    await story.until('2028-04-17')

    await story.is('Ada', 'paused')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-04-16  95.00 EUR  paid`)
  },
)

scenario('a pause from a date, and a cancellation in it', '2027-04-01 00:00', async (story) => {
  await start(story)

  await story.pauses('Ada', '2027-05-10')
  await story.until('2027-05-12')
  await story.is('Ada', 'paused')
  await story.cancels('Ada', '2027-07-01')
  await story.until('2027-08-01')

  await story.is('Ada', 'cancelled')
  await story.billed(`
    2027-04-01  10.00 EUR  paid
    2027-05-01  10.00 EUR  paid`)
})

scenario(
  'a pause while an invoice is unpaid: it is collected with the resumption if that is chosen',
  '2027-04-01 00:00',
  async (story) => {
    await story.dunning([1, 3], 'cancelled')
    await start(story)

    story.issuer('51 insufficient funds')
    await story.until('2027-05-01')
    await story.is('Ada', 'unpaid')
    await story.pauses('Ada')
    await story.until('2027-05-20')
    story.issuer('approves')
    await story.resumes('Ada', 'immediately', 'schedule_payment_collection')
    await story.until('2027-06-02')

    await story.is('Ada', 'active')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  paid on 2027-05-20
      2027-06-01  10.00 EUR  paid`)
  },
)

scenario(
  'a period that was never paid is worth nothing when the subscription is resumed without it',
  '2027-04-01 00:00',
  async (story) => {
    await story.dunning([1], 'paused')
    await start(story)

    await isPausedByItsRenewal(story)
    await story.resumes('Ada')
    await story.is('Ada', 'active')
    await story.cancels('Ada', 'immediately', 'full')

    await story.credit('Ada', '')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  voided`)
  },
)

scenario(
  'an unpaid invoice that is declined again with the resumption is retried on the whole schedule',
  '2027-04-01 00:00',
  async (story) => {
    await story.dunning([1, 3], 'unpaid')
    await start(story)

    story.issuer('51 insufficient funds')
    await story.until('2027-05-01')
    await story.pauses('Ada')
    await story.until('2027-05-20')
    await story.resumes('Ada', 'immediately', 'schedule_payment_collection')
    await story.until('2027-05-31')

    await story.is('Ada', 'unpaid')
    await story.payments(`
      2027-04-01  10.00 EUR  4242  succeeded
      2027-05-01  10.00 EUR  4242  failed UE_1001
      2027-05-20  10.00 EUR  4242  failed UE_1001
      2027-05-21  10.00 EUR  4242  failed UE_1001
      2027-05-23  10.00 EUR  4242  failed UE_1001`)
  },
)

scenario(
  'a subscription without a card that is resumed twice is unpaid again each time',
  '2027-04-01 00:00',
  async (story) => {
    await story.dunning([1], 'unpaid')
    await start(story)

    await story.deletesCard('Ada')
    await story.until('2027-05-01')
    for (const date of ['2027-05-05', '2027-05-10']) {
      await story.pauses('Ada')
      await story.until(date)
      await story.resumes('Ada', 'immediately', 'schedule_payment_collection')
      await story.is('Ada', 'unpaid')
    }

    await story.mails(`
      2027-05-01  payment_failed
      2027-05-05  payment_failed
      2027-05-10  payment_failed`)
  },
)

scenario(
  'a pause that was planned for a date at which the subscription was paused already does not follow its resumption',
  '2027-04-01 00:00',
  async (story) => {
    await story.dunning([1], 'paused')
    await start(story)
    await story.pauses('Ada', '2027-06-15 12:00')

    await isPausedByItsRenewal(story)
    await story.until('2027-08-10')
    await story.resumes('Ada')
    await story.until('2027-08-11')

    await story.is('Ada', 'active')
    await story.renewsOn('Ada', '2027-09-10')
  },
)

scenario(
  'a payment in review, which the customer began in the pause, is awaited when the subscription is resumed',
  '2027-04-01 00:00',
  async (story) => {
    await story.dunning([1], 'paused')
    await start(story)
    await isPausedByItsRenewal(story)
    await story.reviewsAll()
    await story.paysOnPage('Ada', 'a card that works')
    await story.resumes('Ada', 'immediately', 'schedule_payment_collection')
    await story.is('Ada', 'pending')
    await story.reviews('Ada', 'approve')

    await story.is('Ada', 'active')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  paid on 2027-05-03`)
  },
)
