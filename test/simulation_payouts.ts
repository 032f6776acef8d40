// What merchants and recipients do to get money out, and how it is known that all of it has been told.
import type { Answer } from '../server/src/testing/client.ts'
import { ENDS, toBank } from './conformance/recipients.ts'
import { ask, caller, type Game, pick, type Play, type Roll } from './simulation_game.ts'

/** Where it goes, with what becomes of it there: mostly it arrives. */
const ends = [ENDS.paid, ENDS.paid, ENDS.paid, ...Object.values(ENDS)]

function newPayout(roll: Roll) {
  return {
    amount: 1 + Math.floor(roll() * 5_000),
    currency: pick(roll, ['EUR', 'USD', 'JPY']),
    ...(roll() < 0.3 ? { auto_fulfill: true } : {}),
    ...(roll() < 0.2 ? { recurring: true } : {}),
    ...(roll() < 0.1 ? { payout_link: true } : {}),
    ...(roll() < 0.8 ? toBank(pick(roll, ends)) : {}),
  }
}

interface OnePayout {
  merchant: number
  payout_id: string
}

/** Mostly one of the last, so that hands meet. */
function known(game: Game, roll: Roll): OnePayout {
  const names = [...game.payouts.keys(), '0 nobody']
  const from = roll() < 0.8 ? Math.max(0, names.length - 60) : 0
  const [merchant, payout_id = ''] = pick(roll, names.slice(from)).split(' ')
  return { merchant: Number(merchant), payout_id }
}

async function send(
  game: Game,
  roll: Roll,
  merchant: number,
  path: string,
  body: object,
  { method = 'POST', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer | undefined> {
  const answer = await ask(game, merchant, () =>
    caller(game, roll, merchant).send(method, path, body, { headers }),
  )
  if (answer && answer.status < 300 && typeof answer.body?.payout_id === 'string') {
    game.payouts.set(`${merchant} ${answer.body.payout_id}`, answer.body.status)
  }
  return answer
}

const create: Play = (game, roll, { merchant }) =>
  send(game, roll, merchant, '/payouts/create', newPayout(roll))

const act =
  (verb: string, body: (roll: Roll) => object): Play =>
  (game, roll) => {
    const { merchant, payout_id } = known(game, roll)
    return send(game, roll, merchant, `/payouts/${payout_id}/${verb}`, body(roll))
  }

const fulfill = act('fulfill', () => ({}))

/** Many hands send the same payout. */
const rush: Play = (game, roll) => {
  const { merchant, payout_id } = known(game, roll)
  const one = () => send(game, roll, merchant, `/payouts/${payout_id}/fulfill`, {})
  return Promise.all(Array.from({ length: 6 }, one))
}

/** The same request three times under one key: what succeeds is one answer. */
const underKey: Play = async (game, roll) => {
  const { merchant, payout_id } = known(game, roll)
  game.made += 1
  const headers = { 'Idempotency-Key': `out-${game.made}` }
  const again = () => send(game, roll, merchant, `/payouts/${payout_id}/fulfill`, {}, { headers })
  const answers = [...(await Promise.all([again(), again()])), await again()]
  const texts = new Set(answers.filter((each) => each?.status === 200).map((each) => each?.text))
  if (texts.size > 1) game.problems.push(`two answers under one key: ${[...texts].join(' | ')}`)
}

const change: Play = (game, roll) => {
  const { merchant, payout_id } = known(game, roll)
  const body = roll() < 0.5 ? { description: `note ${Math.floor(roll() * 100)}` } : toBank()
  return send(game, roll, merchant, `/payouts/${payout_id}`, body, { method: 'PUT' })
}

const onboard: Play = (game, roll) => {
  const { merchant, payout_id } = known(game, roll)
  const path = `/sandbox/payouts/${payout_id}/onboard`
  return ask(game, merchant, () => caller(game, roll, merchant).post(path))
}

const look: Play = (game, roll, { merchant }) => {
  const path = pick(roll, ['/payouts/list?limit=20', '/balances', '/ledger/transfers?limit=20'])
  return ask(game, merchant, () => caller(game, roll, merchant).get(path))
}

/** With how often each is done. */
export const payoutPlays: readonly [number, Play][] = [
  [18, create],
  [14, fulfill],
  [2, rush],
  [3, underKey],
  [5, act('confirm', (roll) => (roll() < 0.5 ? {} : toBank(pick(roll, ends))))],
  [3, act('cancel', () => ({ cancellation_reason: 'changed mind' }))],
  [4, change],
  [2, onboard],
  [3, look],
]

/** True when nothing that goes by itself has still to go. */
export async function payoutsSettled({ world }: Game): Promise<boolean> {
  const waiting = await world.services.db.run(
    `select payout_id from payouts where fulfill_at <= now() + interval '1 minute'
     union all select payout_id from payouts
     where status in ('requires_creation', 'initiated', 'pending') limit 1`,
    [],
  )
  return waiting.length === 0
}

const later: Readonly<Record<string, readonly string[]>> = {
  initiated: ['success', 'failed', 'reversed'],
  pending: ['success', 'failed', 'reversed'],
  success: ['success', 'reversed'],
  failed: ['failed'],
  reversed: ['reversed'],
  cancelled: ['cancelled'],
  ineligible: ['ineligible'],
}

/** What was answered is there, and went on from where it was answered. */
export async function checkPayouts({ world, payouts, problems }: Game): Promise<void> {
  for (const [name, answered] of payouts) {
    const [merchant, payout_id] = name.split(' ')
    const { body } = await world.client(0, Number(merchant)).get(`/payouts/${payout_id}`)
    const allowed = later[answered]
    if (allowed === undefined ? body?.payout_id === payout_id : allowed.includes(body?.status))
      continue
    problems.push(`${payout_id} was answered as ${answered} and is ${body?.status}`)
  }
}
