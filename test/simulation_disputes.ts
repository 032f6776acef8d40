// What cardholders, issuers and merchants do about disputed payments.
import { ask, caller, type Game, pick, type Play, type Roll } from './simulation_game.ts'

interface Disputed {
  merchant: number
  dispute_id: string
  connector_dispute_id: string
}

/** Any dispute that a merchant has heard of. */
async function anyDispute(game: Game, roll: Roll): Promise<Disputed | undefined> {
  const merchant = Math.floor(roll() * 2)
  const list = await ask(game, merchant, () =>
    caller(game, roll, merchant).get('/disputes/list?limit=50'),
  )
  const all = (list?.status === 200 ? list.body.data : []) as Omit<Disputed, 'merchant'>[]
  return all.length === 0 ? undefined : { ...pick(roll, all), merchant }
}

type Answering = (game: Game, roll: Roll, one: Disputed) => Promise<unknown>

function ofAny(play: Answering): Play {
  return async (game, roll) => {
    const one = await anyDispute(game, roll)
    if (one) await play(game, roll, one)
  }
}

const evidence: Answering = (game, roll, { merchant, dispute_id }) => {
  const texts = ['winning_evidence', 'losing_evidence', 'signed for', '']
  const uncategorized_text = pick(roll, texts)
  const body = { dispute_id, uncategorized_text, customer_name: `hand ${Math.floor(roll() * 9)}` }
  return ask(game, merchant, () => caller(game, roll, merchant).post('/disputes/evidence', body))
}

const retract: Answering = (game, roll, { merchant, dispute_id }) =>
  ask(game, merchant, () =>
    caller(game, roll, merchant).send('DELETE', '/disputes/evidence', {
      dispute_id,
      evidence_type: 'customer_name',
    }),
  )

const accept: Answering = (game, roll, { merchant, dispute_id }) =>
  ask(game, merchant, () => caller(game, roll, merchant).post(`/disputes/accept/${dispute_id}`))

/** The other side; what it may not do is refused, and nobody minds. */
const decide: Answering = ({ world }, roll, { connector_dispute_id: id }) => {
  const decision = pick(roll, ['withdraw', 'win', 'lose', 'escalate', 'escalate'])
  return world.desk('POST', `/disputes/${id}/decide`, { decision })
}

/** With how often each is done. */
export const disputePlays: readonly [number, Play][] = [
  [8, ofAny(evidence)],
  [2, ofAny(retract)],
  [2, ofAny(accept)],
  [6, ofAny(decide)],
]

/** True when no answer to a dispute is pending. */
export async function disputesSettled({ world }: Game): Promise<boolean> {
  const { db } = world.services
  const pending = await db.run('select dispute_id from disputes where answer is not null', [])
  return pending.length === 0
}

/** How many there were, by status. */
export async function disputesIn({ world }: Game): Promise<Record<string, number>> {
  const rows = await world.services.db.run<{ status: string; n: number }>(
    'select status, count(*)::int as n from disputes group by status order by status',
    [],
  )
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}
