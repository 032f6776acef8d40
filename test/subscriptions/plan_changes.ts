// Plans that are changed within a period. The old price's unused rest is credited, to the second.
import { scenario } from './scenario.ts'
import type { Story } from './story.ts'

async function start(story: Story, plan: string): Promise<void> {
  await story.plan('basic', { price: '10.00 EUR', every: '1 month' })
  await story.plan('pro', { price: '25.00 EUR', every: '1 month' })
  await story.plan('yearly', { price: '100.00 EUR', every: '1 year' })
  await story.customer('Ada', 'a card that works')
  await story.subscribes('Ada', plan)
}

scenario(
  'an upgrade charges the new price for the rest of the period, less the rest of the old one',
  '2027-04-01 00:00',
  async (story) => {
    await start(story, 'basic')

    await story.until('2027-04-11 07:23:19')
    await story.changesTo('Ada', 'pro')
    // 1,701,401 of 2,592,000 seconds are left: 6.56404… of 10.00 and 16.41011… of 25.00.
    await story.lines(
      'Ada',
      `unused_time     -6.56
       remaining_time  16.41`,
    )
    await story.until('2027-05-02')

    await story.is('Ada', 'active')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-04-11   9.85 EUR  paid
      2027-05-01  25.00 EUR  paid`)
  },
)

scenario(
  "two upgrades in one period credit the first one's charge",
  '2027-04-01 00:00',
  async (story) => {
    await start(story, 'basic')
    await story.plan('max', { price: '70.00 EUR', every: '1 month' })

    await story.until('2027-04-11')
    await story.changesTo('Ada', 'pro')
    await story.until('2027-04-21')
    await story.changesTo('Ada', 'max')

    // Half the 16.67 line that the first upgrade charged.
    await story.lines(
      'Ada',
      `unused_time     -8.34
       remaining_time  23.33`,
    )
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-04-11  10.00 EUR  paid
      2027-04-21  14.99 EUR  paid`)
  },
)

scenario(
  'a downgrade becomes credit, which pays the next invoices until it is used up',
  '2027-04-01 00:00',
  async (story) => {
    await story.plan('large', { price: '60.00 EUR', every: '1 month' })
    await start(story, 'large')

    await story.until('2027-04-16')
    await story.changesTo('Ada', 'basic')
    await story.lines(
      'Ada',
      `unused_time     -30.00
       remaining_time    5.00`,
    )
    await story.owns('Ada', '25.00 EUR')
    await story.until('2027-08-02')

    await story.is('Ada', 'active')
    await story.billed(`
      2027-04-01  60.00 EUR  paid
      2027-04-16   0.00 EUR  paid, 25.00 to credit
      2027-05-01   0.00 EUR  paid, 10.00 by credit
      2027-06-01   0.00 EUR  paid, 10.00 by credit
      2027-07-01   5.00 EUR  paid, 5.00 by credit
      2027-08-01  10.00 EUR  paid`)
    await story.credit(
      'Ada',
      `2027-04-16   25.00 EUR  plan_change
       2027-05-01  -10.00 EUR  applied
       2027-06-01  -10.00 EUR  applied
       2027-07-01   -5.00 EUR  applied`,
    )
  },
)

scenario(
  'a plan of another interval begins a new period at once',
  '2027-04-01 00:00',
  async (story) => {
    await start(story, 'basic')

    await story.until('2027-04-16 12:00')
    await story.changesTo('Ada', 'yearly')
    await story.lines(
      'Ada',
      `unused_time  -4.83
       plan        100.00`,
    )
    await story.until('2028-04-17')

    await story.periods(`
      2027-04-01 to 2027-05-01   10.00 EUR  paid
      2027-04-16 to 2028-04-16   95.17 EUR  paid
      2028-04-16 to 2029-04-16  100.00 EUR  paid`)
  },
)

scenario(
  'a yearly plan that becomes a monthly one pays the months with the rest of the year',
  '2027-04-01 00:00',
  async (story) => {
    await start(story, 'yearly')

    await story.until('2028-02-01')
    await story.changesTo('Ada', 'basic')
    await story.lines(
      'Ada',
      `unused_time  -16.39
       plan          10.00`,
    )
    await story.until('2028-04-02')

    await story.billed(`
      2027-04-01  100.00 EUR  paid
      2028-02-01    0.00 EUR  paid, 6.39 to credit
      2028-03-01    3.61 EUR  paid, 6.39 by credit
      2028-04-01   10.00 EUR  paid`)
  },
)

scenario(
  'an upgrade whose payment is declined is not retried, and after a day the paid plan goes on',
  '2027-04-01 00:00',
  async (story) => {
    await story.dunning([1, 20], 'cancelled')
    await start(story, 'basic')

    await story.until('2027-04-16')
    story.issuer('51 insufficient funds')
    await story.changesTo('Ada', 'pro')
    await story.is('Ada', 'unpaid')
    await story.until('2027-04-16 23:59')
    await story.is('Ada', 'unpaid')
    await story.until('2027-04-17')
    await story.is('Ada', 'active')
    story.issuer('approves')
    await story.until('2027-05-02')

    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-04-16   7.50 EUR  voided
      2027-05-01  10.00 EUR  paid`)
    await story.payments(`
      2027-04-01  10.00 EUR  4242  succeeded
      2027-04-16   7.50 EUR  4242  failed UE_1001
      2027-05-01  10.00 EUR  4242  succeeded`)
    await story.mails('')
  },
)

scenario(
  'an upgrade that was declined is paid later with another card, and counts from the request',
  '2027-04-01 00:00',
  async (story) => {
    await start(story, 'basic')
    await story.customer('Bob', 'a card that works')
    await story.subscribes('Bob', 'basic')

    await story.until('2027-04-16')
    story.issuer('51 insufficient funds')
    await story.changesTo('Ada', 'pro')
    await story.changesTo('Bob', 'yearly')
    story.issuer('approves')
    await story.until('2027-04-16 20:00')
    await story.confirms('Ada', 'another card that works')
    await story.paysOnPage('Bob', 'another card that works')
    await story.until('2027-05-02')

    await story.is('Ada', 'active')
    await story.billed(
      `2027-04-01  10.00 EUR  paid
       2027-04-16   7.50 EUR  paid
       2027-05-01  25.00 EUR  paid`,
      'Ada',
    )
    await story.renewsOn('Bob', '2028-04-16')
  },
)

scenario(
  'an upgrade that was declined is undone by a pause, by the present plan and by another plan, and its credit returns',
  '2027-04-01 00:00',
  async (story) => {
    await start(story, 'pro')
    await story.plan('max', { price: '90.00 EUR', every: '1 month' })

    await story.until('2027-04-16')
    await story.changesTo('Ada', 'basic')
    await story.owns('Ada', '7.50 EUR')
    story.issuer('51 insufficient funds')
    await story.changesTo('Ada', 'max')
    await story.owns('Ada', '0.00 EUR')
    await story.changesTo('Ada', 'basic')
    await story.is('Ada', 'active')
    await story.owns('Ada', '7.50 EUR')
    await story.changesTo('Ada', 'max')
    await story.changesTo('Ada', 'yearly')
    await story.is('Ada', 'unpaid')
    await story.pauses('Ada')
    await story.owns('Ada', '7.50 EUR')
    await story.resumes('Ada')

    await story.is('Ada', 'active')
    await story.billed(`
      2027-04-01  25.00 EUR  paid
      2027-04-16   0.00 EUR  paid, 7.50 to credit
      2027-04-16  32.50 EUR  voided, 7.50 by credit
      2027-04-16  32.50 EUR  voided, 7.50 by credit
      2027-04-16  87.50 EUR  voided, 7.50 by credit`)
  },
)

scenario(
  'an upgrade that risk rules block, at once or later, ends the subscription, and the paid rest is credit',
  '2027-04-01 00:00',
  async (story) => {
    await story.dunning([1], 'unpaid')
    await start(story, 'basic')
    await story.customer('Eve', 'a card that answers later')
    await story.subscribes('Eve', 'basic')
    await story.bankSettles('Eve', 'approved')

    await story.until('2027-04-16')
    await story.changesTo('Eve', 'pro')
    await story.is('Eve', 'pending')
    await story.bankStops('Eve')
    const rule = { field: 'amount', op: 'eq', value: 750, action: 'block' }
    await story.profile({ risk_rules: [rule] })
    await story.changesTo('Ada', 'pro')
    await story.until('2027-06-01')

    for (const name of ['Ada', 'Eve']) {
      await story.is(name, 'failed')
      await story.billed(
        `2027-04-01  10.00 EUR  paid
         2027-04-16   7.50 EUR  voided`,
        name,
      )
      await story.owns(name, '5.00 EUR')
    }
  },
)

scenario(
  'a change to a price of one period is the last charge',
  '2027-04-01 00:00',
  async (story) => {
    await start(story, 'basic')
    await story.plan('farewell', { price: '20.00 EUR', every: '1 month', cycles: 1 })

    await story.until('2027-04-16')
    await story.changesTo('Ada', 'farewell')
    await story.is('Ada', 'onetime')
    await story.until('2027-06-01')

    await story.is('Ada', 'in_active')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-04-16   5.00 EUR  paid`)
  },
)

scenario(
  'two subscriptions of a customer that renew at one moment share the credit, and use it once',
  '2027-04-01 00:00',
  async (story) => {
    await start(story, 'basic')
    await story.plan('large', { price: '40.00 EUR', every: '1 month' })
    await story.subscribes('Ada', 'large')

    await story.until('2027-04-16')
    await story.changesTo('Ada', 'basic')
    await story.owns('Ada', '15.00 EUR')
    await story.until('2027-05-02')

    await story.owns('Ada', '0.00 EUR')
    await story.totals(`
      2027-04-01  50.00 EUR
      2027-04-16   0.00 EUR
      2027-05-01   5.00 EUR`)
  },
)

scenario(
  'a cancellation at a date does not wait for the payment of a plan change that has no outcome for days',
  '2027-04-01 00:00',
  async (story) => {
    await story.plan('basic', { price: '10.00 EUR', every: '1 month' })
    await story.plan('pro', { price: '25.00 EUR', every: '1 month' })
    await story.customer('Ada', 'a card that answers later')
    await story.subscribes('Ada', 'basic')
    await story.bankSettles('Ada', 'approved')

    await story.until('2027-04-02')
    await story.changesTo('Ada', 'pro')
    await story.until('2027-04-08')
    await story.cancels('Ada', '2027-04-08 01:00')
    await story.until('2027-04-08 01:00')
    await story.is('Ada', 'cancelled')
    await story.bankSettles('Ada', 'declined')

    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-04-02  14.50 EUR  voided`)
  },
)
