// Renewal payments whose outcome is not known at once, or that a person decides about.
import { scenario } from './scenario.ts'
import type { Story } from './story.ts'

async function start(story: Story, card: Parameters<Story['customer']>[1]): Promise<void> {
  await story.dunning([1, 3], 'cancelled')
  await story.plan('magazine', { price: '10.00 EUR', every: '1 month' })
  await story.customer('Ada', card)
  await story.subscribes('Ada', 'magazine')
}

scenario(
  'while the acquirer cannot be reached a renewal is tried again and again, and no retry is used up',
  '2027-04-01 00:00',
  async (story) => {
    await start(story, 'a card that works')

    await story.until('2027-04-30')
    story.acquirer('in maintenance')
    await story.until('2027-05-01 03:00')
    await story.is('Ada', 'active')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  open`)
    story.acquirer('available')
    await story.until('2027-06-02')

    await story.is('Ada', 'active')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  paid
      2027-06-01  10.00 EUR  paid`)
    await story.mails('')
  },
)

scenario(
  'a renewal whose outcome is unknown is pending until the bank has decided',
  '2027-04-01 00:00',
  async (story) => {
    await start(story, 'a card that answers later')
    await story.is('Ada', 'pending')
    await story.bankSettles('Ada', 'approved')
    await story.is('Ada', 'active')

    await story.until('2027-05-03')
    await story.is('Ada', 'pending')
    await story.bankSettles('Ada', 'approved')
    await story.is('Ada', 'active')
    await story.until('2027-06-01')
    await story.bankSettles('Ada', 'declined')
    await story.is('Ada', 'unpaid')
    await story.until('2027-06-02 12:00')
    await story.is('Ada', 'pending')
    await story.bankSettles('Ada', 'approved')

    await story.is('Ada', 'active')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  paid on 2027-05-03
      2027-06-01  10.00 EUR  paid on 2027-06-02`)
  },
)

scenario(
  'a subscription that is cancelled while the outcome is unknown: money that arrives later is credit of the customer',
  '2027-04-01 00:00',
  async (story) => {
    await start(story, 'a card that answers later')
    await story.bankSettles('Ada', 'approved')

    await story.until('2027-05-01')
    await story.cancels('Ada')
    await story.is('Ada', 'cancelled')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  pending`)
    await story.until('2027-05-02')
    await story.bankSettles('Ada', 'approved')

    await story.is('Ada', 'cancelled')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  paid too late on 2027-05-02`)
    await story.credit('Ada', '2027-05-02  10.00 EUR  late_payment')
  },
)

scenario(
  'a subscription that is cancelled while the outcome is unknown: after a decline the invoice is voided',
  '2027-04-01 00:00',
  async (story) => {
    await start(story, 'a card that answers later')
    await story.bankSettles('Ada', 'approved')

    await story.until('2027-05-01')
    await story.cancels('Ada', 'immediately', 'full')
    await story.bankSettles('Ada', 'declined')

    await story.is('Ada', 'cancelled')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  voided`)
    await story.credit('Ada', '')
  },
)

scenario(
  'a renewal that is held for review waits for the decision: approved is paid, rejected is not tried again with the same card',
  '2027-04-01 00:00',
  async (story) => {
    await start(story, 'a card that works')
    await story.reviewsAll()

    await story.until('2027-05-02')
    await story.is('Ada', 'pending')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  in review`)
    await story.reviews('Ada', 'approve')
    await story.is('Ada', 'active')
    await story.until('2027-06-01 06:00')
    await story.reviews('Ada', 'reject')
    await story.is('Ada', 'unpaid')
    await story.profile({ risk_rules: [] })
    await story.until('2027-06-03')

    await story.is('Ada', 'unpaid')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  paid on 2027-05-02
      2027-06-01  10.00 EUR  failed`)
  },
)

scenario(
  'a renewal whose payment the merchant cancels is made again with the next retry',
  '2027-04-01 00:00',
  async (story) => {
    await start(story, 'a card that needs authentication when the customer is absent')

    await story.until('2027-05-01')
    await story.cancelsPayment('Ada', 'requires_action')
    await story.is('Ada', 'unpaid')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  canceled`)
    await story.until('2027-05-02')
    await story.authenticates('Ada')

    await story.is('Ada', 'active')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  paid on 2027-05-02`)
  },
)

scenario(
  'a first payment that the shop captures itself starts the subscription when all of it is captured',
  '2027-04-01 00:00',
  async (story) => {
    await story.plan('magazine', { price: '10.00 EUR', every: '1 month' })
    await story.customer('Ada', 'a card that works')
    await story.customer('Bob', 'a card that works')
    await story.reserves('Ada', 'magazine')
    await story.reserves('Bob', 'magazine')
    await story.is('Ada', 'pending')

    await story.until('2027-04-02')
    await story.captures('Ada', '4.00 EUR')
    await story.is('Ada', 'pending')
    await story.captures('Ada', '6.00 EUR')
    await story.is('Ada', 'active')
    await story.until('2027-05-02')

    await story.billed(
      `2027-04-01  10.00 EUR  paid on 2027-04-02
       2027-05-01  10.00 EUR  paid`,
      'Ada',
    )
    await story.is('Bob', 'failed')
    await story.billed('2027-04-01  10.00 EUR  canceled', 'Bob')
  },
)

scenario(
  'a first payment of which only a part was captured is in review, and that part is credit after a cancellation',
  '2027-04-01 00:00',
  async (story) => {
    await story.plan('magazine', { price: '10.00 EUR', every: '1 month' })
    await story.customer('Ada', 'a card that works')
    await story.reserves('Ada', 'magazine')

    await story.captures('Ada', '4.00 EUR')
    await story.until('2027-04-10')
    await story.is('Ada', 'pending')
    await story.billed('2027-04-01  10.00 EUR  in review')
    await story.cancels('Ada')
    await story.until('2027-04-12')

    await story.is('Ada', 'cancelled')
    await story.credit('Ada', '2027-04-10  4.00 EUR  part_payment')
    await story.billed('2027-04-01  10.00 EUR  voided')
  },
)

scenario(
  'a first payment that never reached the bank can be made again; otherwise the subscription expires',
  '2027-04-01 00:00',
  async (story) => {
    await story.plan('magazine', { price: '10.00 EUR', every: '1 month' })
    for (const name of ['Ada', 'Bob']) {
      await story.customer(name, 'a card that works')
      await story.orders(name, 'magazine')
      await story.loses(() => story.confirms(name))
      await story.is(name, 'created')
    }

    await story.confirms('Ada')
    await story.until('2027-04-03')

    await story.is('Ada', 'active')
    await story.is('Bob', 'in_active')
  },
)
