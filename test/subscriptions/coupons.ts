// Coupons: how much, for how long, and for how many customers.
import { assertRefused } from '../support/expect.ts'
import { scenario } from './scenario.ts'

scenario(
  'a coupon applies once, for three periods, or forever',
  '2027-04-01 00:00',
  async (story) => {
    await story.plan('magazine', { price: '9.99 EUR', every: '1 month' })
    await story.coupon('ONCE', { off: '50 %', for: 'once' })
    await story.coupon('THREE', { off: '4.00 EUR', for: 3 })
    await story.coupon('ALWAYS', { off: '15 %', for: 'forever' })
    for (const name of ['Ada', 'Bob', 'Eve']) await story.customer(name, 'a card that works')

    await story.subscribes('Ada', 'magazine', 'ONCE')
    await story.subscribes('Bob', 'magazine', 'THREE')
    await story.subscribes('Eve', 'magazine', 'ALWAYS')
    await story.lines(
      'Eve',
      `plan    9.99
       coupon -1.50`,
    )
    await story.until('2027-08-02')

    await story.billed(
      `2027-04-01  4.99 EUR  paid
       2027-05-01  9.99 EUR  paid
       2027-06-01  9.99 EUR  paid
       2027-07-01  9.99 EUR  paid
       2027-08-01  9.99 EUR  paid`,
      'Ada',
    )
    await story.billed(
      `2027-04-01  5.99 EUR  paid
       2027-05-01  5.99 EUR  paid
       2027-06-01  5.99 EUR  paid
       2027-07-01  9.99 EUR  paid
       2027-08-01  9.99 EUR  paid`,
      'Bob',
    )
    await story.billed(
      `2027-04-01  8.49 EUR  paid
       2027-05-01  8.49 EUR  paid
       2027-06-01  8.49 EUR  paid
       2027-07-01  8.49 EUR  paid
       2027-08-01  8.49 EUR  paid`,
      'Eve',
    )
  },
)

scenario(
  'a coupon of more than the price makes it free, and nothing is owed to the customer',
  '2027-04-01 00:00',
  async (story) => {
    await story.plan('magazine', { price: '9.99 EUR', every: '1 month' })
    await story.coupon('GIFT', { off: '15.00 EUR', for: 'once' })
    await story.customer('Ada', 'a card that works')

    await story.subscribes('Ada', 'magazine', 'GIFT')
    await story.until('2027-05-02')

    await story.is('Ada', 'active')
    await story.billed(`
      2027-04-01  0.00 EUR  paid
      2027-05-01  9.99 EUR  paid`)
    await story.credit('Ada', '')
  },
)

scenario('a coupon for two customers is refused to a third', '2027-04-01 00:00', async (story) => {
  await story.plan('magazine', { price: '9.99 EUR', every: '1 month' })
  await story.coupon('FEW', { off: '100 %', for: 'once', uses: 2 })
  for (const name of ['Ada', 'Bob', 'Eve']) await story.customer(name, 'a card that works')

  await story.subscribes('Ada', 'magazine', 'FEW')
  await story.subscribes('Bob', 'magazine', 'FEW')

  assertRefused(await story.tries('Eve', 'magazine', 'FEW'), 422, 'IR_29', 'coupon_code')
  await story.billed(`
    2027-04-01  0.00 EUR  paid
    2027-04-01  0.00 EUR  paid`)
})

scenario('a coupon is not used up by the trial before it', '2027-04-01 00:00', async (story) => {
  await story.plan('magazine', { price: '10.00 EUR', every: '1 month', trial: '1 week' })
  await story.coupon('ONCE', { off: '50 %', for: 'once' })
  await story.customer('Ada', 'a card that works')

  await story.subscribes('Ada', 'magazine', 'ONCE')
  await story.until('2027-05-09')

  await story.billed(`
      2027-04-01   0.00 EUR  paid
      2027-04-08   5.00 EUR  paid
      2027-05-08  10.00 EUR  paid`)
})

scenario(
  'a plan that is changed in a discounted period is credited and charged with the discount',
  '2027-04-01 00:00',
  async (story) => {
    await story.plan('magazine', { price: '10.00 EUR', every: '1 month' })
    await story.plan('library', { price: '40.00 EUR', every: '1 month' })
    await story.coupon('HALF', { off: '50 %', for: 'once' })
    await story.customer('Ada', 'a card that works')
    await story.subscribes('Ada', 'magazine', 'HALF')

    await story.until('2027-04-16')
    await story.changesTo('Ada', 'library')
    await story.lines(
      'Ada',
      `unused_time     -2.50
       remaining_time  10.00`,
    )
    await story.until('2027-05-02')

    await story.billed(`
      2027-04-01   5.00 EUR  paid
      2027-04-16   7.50 EUR  paid
      2027-05-01  40.00 EUR  paid`)
  },
)

scenario(
  'a coupon for two periods is used twice, though the first invoice was confirmed with two cards',
  '2027-04-01 00:00',
  async (story) => {
    await story.plan('magazine', { price: '10.00 EUR', every: '1 month' })
    await story.coupon('TWO', { off: '50 %', for: 2, uses: 1 })
    await story.customer('Ada', 'a card that always needs authentication')

    await story.subscribes('Ada', 'magazine', 'TWO')
    await story.is('Ada', 'pending')
    await story.until('2027-04-01 00:10')
    await story.confirms('Ada', 'a card that works')
    await story.until('2027-06-02')

    await story.is('Ada', 'active')
    await story.billed(`
      2027-04-01   5.00 EUR  paid
      2027-05-01   5.00 EUR  paid
      2027-06-01  10.00 EUR  paid`)
    await story.payments(`
      2027-04-01   5.00 EUR  4242  succeeded
      2027-05-01   5.00 EUR  4242  succeeded
      2027-06-01  10.00 EUR  4242  succeeded`)
  },
)
