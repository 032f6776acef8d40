// Subscriptions that are simply paid.
import { assertRefused } from '../support/expect.ts'
import { scenario } from './scenario.ts'

scenario(
  'a monthly subscription started on 31 January bills on the last day of short months and on the 31st again',
  '2027-01-31 09:00',
  async (story) => {
    await story.plan('magazine', { price: '10.00 EUR', every: '1 month' })
    await story.customer('Ada', 'a card that works')
    await story.subscribes('Ada', 'magazine')

    await story.until('2030-02-01')

    await story.is('Ada', 'active')
    await story.renewsOn('Ada', '2030-02-28')
    await story.billed(`
      2027-01-31  10.00 EUR  paid
      2027-02-28  10.00 EUR  paid
      2027-03-31  10.00 EUR  paid
      2027-04-30  10.00 EUR  paid
      2027-05-31  10.00 EUR  paid
      2027-06-30  10.00 EUR  paid
      2027-07-31  10.00 EUR  paid
      2027-08-31  10.00 EUR  paid
      2027-09-30  10.00 EUR  paid
      2027-10-31  10.00 EUR  paid
      2027-11-30  10.00 EUR  paid
      2027-12-31  10.00 EUR  paid
      2028-01-31  10.00 EUR  paid
      2028-02-29  10.00 EUR  paid
      2028-03-31  10.00 EUR  paid
      2028-04-30  10.00 EUR  paid
      2028-05-31  10.00 EUR  paid
      2028-06-30  10.00 EUR  paid
      2028-07-31  10.00 EUR  paid
      2028-08-31  10.00 EUR  paid
      2028-09-30  10.00 EUR  paid
      2028-10-31  10.00 EUR  paid
      2028-11-30  10.00 EUR  paid
      2028-12-31  10.00 EUR  paid
      2029-01-31  10.00 EUR  paid
      2029-02-28  10.00 EUR  paid
      2029-03-31  10.00 EUR  paid
      2029-04-30  10.00 EUR  paid
      2029-05-31  10.00 EUR  paid
      2029-06-30  10.00 EUR  paid
      2029-07-31  10.00 EUR  paid
      2029-08-31  10.00 EUR  paid
      2029-09-30  10.00 EUR  paid
      2029-10-31  10.00 EUR  paid
      2029-11-30  10.00 EUR  paid
      2029-12-31  10.00 EUR  paid
      2030-01-31  10.00 EUR  paid`)
  },
)

scenario(
  'a developer moves the sandbox clock by three years: 36 renewals, and 37 charges at the bank',
  '2027-01-31 09:00',
  async (story) => {
    await story.plan('magazine', { price: '10.00 EUR', every: '1 month' })
    await story.customer('Ada', 'a card that works')
    await story.subscribes('Ada', 'magazine')

    await story.sandboxClock('31d')
    await story.sandboxClock('31d')
    for (const rest of ['303d', '366d', '365d']) await story.sandboxClock(rest)

    await story.periods(`
      2027-01-31 to 2027-02-28  10.00 EUR  paid
      2027-02-28 to 2027-03-31  10.00 EUR  paid
      2027-03-31 to 2027-04-30  10.00 EUR  paid
      2027-04-30 to 2027-05-31  10.00 EUR  paid
      2027-05-31 to 2027-06-30  10.00 EUR  paid
      2027-06-30 to 2027-07-31  10.00 EUR  paid
      2027-07-31 to 2027-08-31  10.00 EUR  paid
      2027-08-31 to 2027-09-30  10.00 EUR  paid
      2027-09-30 to 2027-10-31  10.00 EUR  paid
      2027-10-31 to 2027-11-30  10.00 EUR  paid
      2027-11-30 to 2027-12-31  10.00 EUR  paid
      2027-12-31 to 2028-01-31  10.00 EUR  paid
      2028-01-31 to 2028-02-29  10.00 EUR  paid
      2028-02-29 to 2028-03-31  10.00 EUR  paid
      2028-03-31 to 2028-04-30  10.00 EUR  paid
      2028-04-30 to 2028-05-31  10.00 EUR  paid
      2028-05-31 to 2028-06-30  10.00 EUR  paid
      2028-06-30 to 2028-07-31  10.00 EUR  paid
      2028-07-31 to 2028-08-31  10.00 EUR  paid
      2028-08-31 to 2028-09-30  10.00 EUR  paid
      2028-09-30 to 2028-10-31  10.00 EUR  paid
      2028-10-31 to 2028-11-30  10.00 EUR  paid
      2028-11-30 to 2028-12-31  10.00 EUR  paid
      2028-12-31 to 2029-01-31  10.00 EUR  paid
      2029-01-31 to 2029-02-28  10.00 EUR  paid
      2029-02-28 to 2029-03-31  10.00 EUR  paid
      2029-03-31 to 2029-04-30  10.00 EUR  paid
      2029-04-30 to 2029-05-31  10.00 EUR  paid
      2029-05-31 to 2029-06-30  10.00 EUR  paid
      2029-06-30 to 2029-07-31  10.00 EUR  paid
      2029-07-31 to 2029-08-31  10.00 EUR  paid
      2029-08-31 to 2029-09-30  10.00 EUR  paid
      2029-09-30 to 2029-10-31  10.00 EUR  paid
      2029-10-31 to 2029-11-30  10.00 EUR  paid
      2029-11-30 to 2029-12-31  10.00 EUR  paid
      2029-12-31 to 2030-01-31  10.00 EUR  paid
      2030-01-31 to 2030-02-28  10.00 EUR  paid`)
    await story.charges(37)
  },
)

scenario(
  'a price for three months is billed three times, and ends with the last month',
  '2027-04-01 00:00',
  async (story) => {
    await story.plan('course', { price: '1.250 KWD', every: '1 month', cycles: 3 })
    await story.customer('Ada', 'a card that works')
    await story.subscribes('Ada', 'course')

    await story.until('2027-05-31')
    await story.is('Ada', 'active')
    await story.until('2027-06-01')
    await story.is('Ada', 'onetime')
    await story.renewsOn('Ada', null)
    await story.until('2027-06-30')
    await story.is('Ada', 'onetime')
    await story.until('2027-08-01')

    await story.is('Ada', 'in_active')
    await story.billed(`
      2027-04-01  1.250 KWD  paid
      2027-05-01  1.250 KWD  paid
      2027-06-01  1.250 KWD  paid`)
  },
)

scenario(
  'a subscription of one period is paid once and can be cancelled before that ends',
  '2027-04-01 00:00',
  async (story) => {
    await story.plan('pass', { price: '3000 JPY', every: '2 weeks', cycles: 1 })
    await story.customer('Ada', 'a card that works')
    await story.subscribes('Ada', 'pass')
    await story.is('Ada', 'onetime')

    await story.until('2027-04-08')
    await story.cancels('Ada', 'immediately', 'prorate')

    await story.is('Ada', 'cancelled')
    await story.billed('2027-04-01  3000 JPY  paid')
    await story.credit('Ada', '2027-04-08  1500 JPY  cancellation')
  },
)

scenario(
  'a subscription that is not confirmed within 24 hours ends, and its coupon is free again',
  '2027-04-01 00:00',
  async (story) => {
    await story.plan('magazine', { price: '10.00 EUR', every: '1 month' })
    await story.coupon('FIRST', { off: '50 %', for: 'once', uses: 1 })
    await story.customer('Ada', 'a card that works')
    await story.customer('Bob', 'a card that works')
    await story.orders('Ada', 'magazine', 'FIRST')
    assertRefused(await story.tries('Bob', 'magazine', 'FIRST'), 422, 'IR_29', 'coupon_code')

    await story.until('2027-04-01 23:59:59')
    await story.is('Ada', 'created')
    await story.until('2027-04-02')
    await story.subscribes('Bob', 'magazine', 'FIRST')

    await story.is('Ada', 'in_active')
    await story.billed('2027-04-01  5.00 EUR  voided', 'Ada')
    await story.billed('2027-04-02  5.00 EUR  paid', 'Bob')
  },
)

scenario(
  'a subscription that is confirmed hours later is billed from its confirmation',
  '2027-01-31 08:00',
  async (story) => {
    await story.plan('magazine', { price: '10.00 EUR', every: '1 month' })
    await story.customer('Ada', 'a card that works')
    await story.orders('Ada', 'magazine')

    await story.until('2027-02-01 07:00')
    await story.confirms('Ada')
    await story.until('2027-03-02')

    await story.periods(`
      2027-02-01 to 2027-03-01  10.00 EUR  paid
      2027-03-01 to 2027-04-01  10.00 EUR  paid`)
  },
)

scenario(
  'a first payment that is declined starts no subscription, and its coupon is free again',
  '2027-04-01 00:00',
  async (story) => {
    await story.plan('magazine', { price: '10.00 EUR', every: '1 month' })
    await story.coupon('FIRST', { off: '2.50 EUR', for: 'forever', uses: 1 })
    await story.customer('Ada', 'a card that is declined')
    await story.customer('Bob', 'a card that works')

    await story.subscribes('Ada', 'magazine', 'FIRST')
    await story.is('Ada', 'failed')
    await story.subscribes('Bob', 'magazine', 'FIRST')
    await story.until('2027-05-02')

    await story.billed('2027-04-01  7.50 EUR  failed', 'Ada')
    await story.billed(
      `2027-04-01  7.50 EUR  paid
       2027-05-01  7.50 EUR  paid`,
      'Bob',
    )
  },
)
