// Cards whose issuer wants the customer to authenticate.
import { scenario } from './scenario.ts'
import type { Story } from './story.ts'

async function start(story: Story): Promise<void> {
  await story.dunning([1, 3], 'cancelled')
  await story.plan('magazine', { price: '10.00 EUR', every: '1 month' })
  await story.customer('Ada', 'a card that needs authentication when the customer is absent')
  await story.subscribes('Ada', 'magazine')
}

scenario(
  'a renewal that needs authentication asks the customer by e-mail, and is paid when they approve',
  '2027-04-01 00:00',
  async (story) => {
    await start(story)

    await story.until('2027-05-01')
    await story.is('Ada', 'pending')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  pending`)
    await story.authenticates('Ada')

    await story.is('Ada', 'active')
    await story.renewsOn('Ada', '2027-06-01')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  paid`)
    await story.payments(`
      2027-04-01  10.00 EUR  3097  succeeded
      2027-05-01  10.00 EUR  3097  failed UE_2002
      2027-05-01  10.00 EUR  3097  succeeded`)
    await story.mails('2027-05-01  action_required')
  },
)

scenario(
  'a customer who does not authenticate in time is asked again with the retry',
  '2027-04-01 00:00',
  async (story) => {
    await start(story)

    await story.until('2027-05-01 12:00')
    await story.is('Ada', 'unpaid')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  timed out`)
    await story.until('2027-05-02 00:20')
    await story.authenticates('Ada')

    await story.is('Ada', 'active')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  paid on 2027-05-02`)
    await story.payments(`
      2027-04-01  10.00 EUR  3097  succeeded
      2027-05-01  10.00 EUR  3097  failed UE_2002
      2027-05-01  10.00 EUR  3097  failed UE_4003
      2027-05-02  10.00 EUR  3097  failed UE_2002
      2027-05-02  10.00 EUR  3097  succeeded`)
    await story.mails(`
      2027-05-01  action_required
      2027-05-01  payment_failed
      2027-05-02  action_required`)
  },
)

scenario(
  'a customer who never authenticates is not charged, and the subscription is cancelled',
  '2027-04-01 00:00',
  async (story) => {
    await start(story)

    await story.until('2027-06-01')

    await story.is('Ada', 'cancelled')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  voided`)
    await story.mails(`
      2027-05-01  action_required
      2027-05-01  payment_failed
      2027-05-02  action_required
      2027-05-02  payment_failed
      2027-05-04  action_required
      2027-05-04  final_notice`)
  },
)

scenario(
  'a customer who is asked to authenticate can pay with another card instead, which renewals use from then on',
  '2027-04-01 00:00',
  async (story) => {
    await start(story)

    await story.until('2027-05-01')
    await story.paysOnPage('Ada', 'another card that works')
    await story.until('2027-06-02')

    await story.is('Ada', 'active')
    await story.billed(`
      2027-04-01  10.00 EUR  paid
      2027-05-01  10.00 EUR  paid
      2027-06-01  10.00 EUR  paid`)
    await story.payments(`
      2027-04-01  10.00 EUR  3097  succeeded
      2027-05-01  10.00 EUR  3097  failed UE_2002
      2027-05-01  10.00 EUR  4444  succeeded
      2027-06-01  10.00 EUR  4444  succeeded`)
  },
)

scenario(
  'a first payment that needs authentication is pending, and starts the subscription when it is approved',
  '2027-04-01 00:00',
  async (story) => {
    await story.plan('magazine', { price: '10.00 EUR', every: '1 month' })
    for (const name of ['Ada', 'Bob', 'Eve']) {
      await story.customer(name, 'a card that always needs authentication')
      await story.subscribes(name, 'magazine')
      await story.is(name, 'pending')
    }

    await story.authenticates('Ada')
    await story.authenticates('Bob', 'decline')
    await story.until('2027-04-01 01:00')

    await story.is('Ada', 'active')
    await story.is('Bob', 'failed')
    await story.is('Eve', 'failed')
    await story.billed('2027-04-01  10.00 EUR  paid', 'Ada')
    await story.billed('2027-04-01  10.00 EUR  failed', 'Bob')
    await story.billed('2027-04-01  10.00 EUR  timed out', 'Eve')
  },
)

scenario(
  'a trial whose card is checked with authentication starts when the customer approves',
  '2027-04-01 00:00',
  async (story) => {
    await story.plan('magazine', { price: '10.00 EUR', every: '1 month', trial: '7 days' })
    await story.customer('Ada', 'a card that always needs authentication')

    await story.subscribes('Ada', 'magazine')
    await story.is('Ada', 'pending')
    await story.authenticates('Ada')

    await story.is('Ada', 'trial')
    await story.until('2027-04-08')
    await story.is('Ada', 'pending')
    await story.authenticates('Ada')
    await story.is('Ada', 'active')
    await story.billed(`
      2027-04-01   0.00 EUR  paid
      2027-04-08  10.00 EUR  paid`)
  },
)
