// Disputes open, and are decided, five real seconds after what caused them. The demo waits for that, so that each falls on
// the same day in every run.
import { sleep } from '#kernel/clock.ts'
import { payByCard, type Shop } from './shop.ts'
import { DISPUTED, people, type Person } from './tables.ts'

/** Days before the end on which disputes are opened, and the result of the round before. */
const ROUNDS: readonly (readonly [days_before_end: number, answer: Answer])[] = [
  [70, 'nothing'],
  [58, 'winning_evidence'],
  [34, 'nothing'],
  [22, 'losing_evidence'],
  [11, 'accept'],
  [3, 'nothing'],
]

type Answer = 'nothing' | 'winning_evidence' | 'losing_evidence' | 'accept'

const TIMEOUT_MS = 60_000

export function answerOn(days_before_end: number): Answer | undefined {
  return ROUNDS.find(([days]) => days === days_before_end)?.[1]
}

/** Opens two disputes and answers the `earlier` ones; resolves with those that were opened. */
export async function disputeRound(
  shop: Shop,
  earlier: readonly string[],
  answer: Answer,
): Promise<string[]> {
  const { api } = shop
  const [first] = earlier
  if (answer === 'accept') {
    for (const dispute_id of earlier) await api.post(`/disputes/accept/${dispute_id}`, {})
  } else if (answer !== 'nothing' && first !== undefined) {
    await api.post('/disputes/evidence', {
      dispute_id: first,
      product_description: 'Coffee beans, sent by parcel service',
      shipping_carrier: 'DHL',
      uncategorized_text: answer,
    })
  }
  const payments = await Promise.all(
    DISPUTED.map(([card, product], nth) =>
      payByCard(shop, product, people[nth + 3] as Person, card),
    ),
  )
  const opened = await Promise.all(payments.map(({ payment_id }) => openedBy(shop, payment_id)))
  if (answer.endsWith('_evidence') && first !== undefined) {
    await until(async () => {
      const { status } = await api.get(`/disputes/${first}`)
      return status === 'dispute_won' || status === 'dispute_lost'
    })
  }
  return opened
}

async function openedBy({ api }: Shop, payment_id: string): Promise<string> {
  let found: string | undefined
  await until(async () => {
    const { data } = await api.get(`/disputes/list?payment_id=${payment_id}`)
    found = data[0]?.dispute_id
    return found !== undefined
  })
  return found as string
}

async function until(isReached: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS
  while (!(await isReached())) {
    if (Date.now() > deadline) throw new Error('The sandbox bank did not report a dispute in time.')
    await sleep(200)
  }
}
