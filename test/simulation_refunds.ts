// What merchants do to give money back, and how it is known that all of it has been told.
import type { Answer } from '../server/src/testing/client.ts'
import {
  ask,
  caller,
  type Game,
  type Known,
  pick,
  type Play,
  type Roll,
} from './simulation_game.ts'

/** Mostly a payment whose money was taken; sometimes any. */
function taken(game: Game, roll: Roll, any: Known): Known {
  const paid = [...game.promised].filter(([, status]) => status !== 'cancelled')
  const [name] = roll() < 0.9 && paid.length > 0 ? pick(roll, paid) : []
  const [merchant, payment_id] = name?.split(' ') ?? []
  return payment_id === undefined ? any : { merchant: Number(merchant), payment_id }
}

function newRefund(game: Game, roll: Roll, { payment_id }: Known) {
  game.made += 1
  const amount = 1 + Math.floor(roll() * 3_000)
  return {
    payment_id,
    refund_id: `back_${game.made}`,
    // Some are for all that is left; those that end in 77 are refused later.
    ...(roll() < 0.3 ? {} : { amount: roll() < 0.2 ? 100 * (amount % 30) + 77 : amount }),
    ...(roll() < 0.2 ? { refund_type: 'Scheduled' } : {}),
  }
}

async function send(
  game: Game,
  roll: Roll,
  { merchant }: Known,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer | undefined> {
  const answer = await ask(game, merchant, () =>
    caller(game, roll, merchant).post('/refunds', body, { headers }),
  )
  if (answer?.status === 201) {
    game.refunds.set(`${merchant} ${answer.body.refund_id}`, answer.body.status)
  }
  return answer
}

const refund: Play = (game, roll, one) => send(game, roll, one, newRefund(game, roll, one))

/** The same id from two hands: one of them makes it. */
const twins: Play = async (game, roll, one) => {
  const body = newRefund(game, roll, one)
  const both = await Promise.all([send(game, roll, one, body), send(game, roll, one, body)])
  if (both.every((answer) => answer?.status === 201)) {
    game.problems.push(`${body.refund_id} was made twice`)
  }
}

/** The same request three times under one key: what succeeds is one answer. */
const underKey: Play = async (game, roll, one) => {
  const { refund_id, ...body } = newRefund(game, roll, one)
  const headers = { 'Idempotency-Key': refund_id }
  const again = () => send(game, roll, one, body, headers)
  const answers = [...(await Promise.all([again(), again()])), await again()]
  const texts = new Set(answers.filter((each) => each?.status === 201).map((each) => each?.text))
  if (texts.size > 1) game.problems.push(`two answers under one key: ${[...texts].join(' | ')}`)
}

/** Many hands want the last of one payment. */
const rush: Play = (game, roll, one) =>
  Promise.all(Array.from({ length: 8 }, () => refund(game, roll, one)))

const note: Play = (game, roll) => {
  const [merchant, refund_id] = pick(roll, [...game.refunds.keys(), '0 nobody']).split(' ')
  const reason = `note ${Math.floor(roll() * 100)}`
  return ask(game, Number(merchant), () =>
    caller(game, roll, Number(merchant)).post(`/refunds/${refund_id}`, { reason }),
  )
}

const look: Play = (game, roll, one) =>
  ask(game, one.merchant, () =>
    caller(game, roll, one.merchant).get(`/payments/${one.payment_id}?expand=refunds`),
  )

function ofTaken(play: Play): Play {
  return (game, roll, one) => play(game, roll, taken(game, roll, one))
}

/** With how often each is done. */
export const refundPlays: readonly [number, Play][] = [
  [16, ofTaken(refund)],
  [4, ofTaken(twins)],
  [4, ofTaken(underKey)],
  [1, ofTaken(rush)],
  [3, note],
  [2, look],
]

/** What waits for its batch need not wait for midnight; true when nothing waits and all events are read. */
export async function refundsSettled({ world }: Game): Promise<boolean> {
  const { db, provider } = world.services
  const waiting = await db.run(
    'update refunds set send_at = now() where send_at is not null returning refund_id',
    [],
  )
  const [place] = await db.run<{ cursor: string }>('select cursor from directory.provider_news', [])
  const page = await provider.listEvents(place?.cursor ?? null)
  return waiting.length === 0 && page.result === 'events' && page.events.length === 0
}

/** What was answered is there, and went on from where it was answered. */
export async function checkRefunds({ world, refunds, problems }: Game): Promise<void> {
  for (const [name, answered] of refunds) {
    const [merchant, refund_id] = name.split(' ')
    const { body } = await world.client(0, Number(merchant)).get(`/refunds/${refund_id}`)
    const later: Record<string, string[]> = {
      pending: ['succeeded', 'failed', 'review'],
      succeeded: ['succeeded', 'failed'],
      failed: ['failed'],
    }
    if (later[answered]?.includes(body?.status)) continue
    problems.push(`${refund_id} was answered as ${answered} and is ${body?.status}`)
  }
}
