// Trials: the card is checked at once and charged at the end.
import { scenario } from './scenario.ts'
import type { Story } from './story.ts'

async function startTrial(story: Story, card: Parameters<Story['customer']>[1]): Promise<void> {
  await story.plan('magazine', { price: '10.00 EUR', every: '1 month', trial: '14 days' })
  await story.customer('Ada', card)
  await story.subscribes('Ada', 'magazine')
  await story.is('Ada', 'trial')
}

scenario(
  'a trial costs nothing and is charged at its end; months are counted from there',
  '2027-01-17 09:00',
  async (story) => {
    await startTrial(story, 'a card that works')
    await story.renewsOn('Ada', '2027-01-31')

    await story.until('2027-01-31 08:59')
    await story.billed('2027-01-17  0.00 EUR  paid')
    await story.until('2027-04-01')

    await story.is('Ada', 'active')
    await story.billed(`
      2027-01-17   0.00 EUR  paid
      2027-01-31  10.00 EUR  paid
      2027-02-28  10.00 EUR  paid
      2027-03-31  10.00 EUR  paid`)
  },
)

scenario(
  'a trial whose card is declined at its end is unpaid, retried, and cancelled in the end',
  '2027-04-01 00:00',
  async (story) => {
    await story.dunning([1, 3], 'cancelled')
    await startTrial(story, 'a card that is declined when the customer is absent')

    await story.until('2027-04-15')
    await story.is('Ada', 'unpaid')
    await story.until('2027-05-01')

    await story.is('Ada', 'cancelled')
    await story.billed(`
      2027-04-01   0.00 EUR  paid
      2027-04-15  10.00 EUR  voided`)
    await story.payments(`
      2027-04-01   0.00 EUR  0341  succeeded
      2027-04-15  10.00 EUR  0341  failed UE_1007
      2027-04-16  10.00 EUR  0341  failed UE_1007
      2027-04-18  10.00 EUR  0341  failed UE_1007`)
  },
)

scenario('a card that is declined starts no trial', '2027-04-01 00:00', async (story) => {
  await story.plan('magazine', { price: '10.00 EUR', every: '1 month', trial: '14 days' })
  await story.customer('Ada', 'a card that is declined')

  await story.subscribes('Ada', 'magazine')

  await story.is('Ada', 'failed')
  await story.billed('2027-04-01  0.00 EUR  failed')
})

scenario(
  'a plan that is changed in the trial is charged at the end of the trial',
  '2027-04-01 00:00',
  async (story) => {
    await startTrial(story, 'a card that works')
    await story.plan('library', { price: '25.00 EUR', every: '1 month' })

    await story.until('2027-04-10')
    await story.changesTo('Ada', 'library')
    await story.until('2027-05-16')

    await story.billed(`
      2027-04-01   0.00 EUR  paid
      2027-04-15  25.00 EUR  paid
      2027-05-15  25.00 EUR  paid`)
  },
)

scenario(
  'a trial that is paused and resumed before its end goes on, and one resumed after it is charged at once',
  '2027-04-01 00:00',
  async (story) => {
    await startTrial(story, 'a card that works')
    await story.customer('Bob', 'a card that works')
    await story.subscribes('Bob', 'magazine')

    await story.until('2027-04-05')
    await story.pauses('Ada')
    await story.pauses('Bob')
    await story.until('2027-04-08')
    await story.resumes('Ada')
    await story.is('Ada', 'trial')
    await story.until('2027-04-20')
    await story.resumes('Bob')
    await story.until('2027-05-01')

    await story.billed(
      `2027-04-01   0.00 EUR  paid
       2027-04-15  10.00 EUR  paid`,
      'Ada',
    )
    await story.billed(
      `2027-04-01   0.00 EUR  paid
       2027-04-20  10.00 EUR  paid`,
      'Bob',
    )
  },
)

scenario(
  'a trial that is cancelled at its end is never charged',
  '2027-04-01 00:00',
  async (story) => {
    await startTrial(story, 'a card that works')
    await story.customer('Bob', 'a card that works')
    await story.subscribes('Bob', 'magazine')

    await story.cancels('Ada', 'end_of_term')
    await story.is('Ada', 'onetime')
    await story.cancels('Bob', 'immediately', 'full')
    await story.until('2027-06-01')

    await story.is('Ada', 'cancelled')
    await story.is('Bob', 'cancelled')
    await story.billed('2027-04-01  0.00 EUR  paid', 'Ada')
    await story.credit('Ada', '')
    await story.credit('Bob', '')
  },
)
