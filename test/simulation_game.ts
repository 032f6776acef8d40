// What the hands of a simulation share: what they know, how they ask, and what they hold the answers to.
import type { Answer, Client } from '../server/src/testing/client.ts'
import type { World } from './simulation_world.ts'

/** A payment as a hand knows it. */
export interface Known {
  payment_id: string
  merchant: number
  page?: string | undefined
}

export interface Game {
  world: World
  known: Known[]
  /** What was answered and can never change again. */
  promised: Map<string, string>
  /** Refunds that were answered, with the status they had. */
  refunds: Map<string, string>
  /** Payouts that were answered, with the status they had. */
  payouts: Map<string, string>
  problems: string[]
  answers: Record<string, number>
  made: number
}

export type Roll = () => number

export function pick<T>(roll: Roll, list: readonly T[]): T {
  return list[Math.floor(roll() * list.length)] as T
}

/** Any api, the given merchant. */
export function caller(game: Game, roll: Roll, merchant: number): Client {
  return game.world.client(Math.floor(roll() * 2), merchant)
}

export type Play = (game: Game, roll: Roll, one: Known) => Promise<unknown>

export function count(game: Game, what: string): void {
  game.answers[what] = (game.answers[what] ?? 0) + 1
}

const FOR_EVER: ReadonlySet<string> = new Set(['succeeded', 'partially_captured', 'cancelled'])

export async function ask(
  game: Game,
  merchant: number,
  send: () => Promise<Answer>,
): Promise<Answer | undefined> {
  const answer = await send().catch(() => undefined)
  if (answer === undefined) {
    count(game, 'lost with its process')
    return undefined
  }
  const code = answer.body?.error?.code as string | undefined
  count(game, `${answer.status} ${code ?? ''}`.trim())
  if (answer.status >= 500 && code !== 'CE_01' && code !== 'CE_02') {
    game.problems.push(`${answer.status}: ${answer.text}`)
  }
  if (answer.status === 200) remember(game, merchant, answer)
  return answer
}

function remember(game: Game, merchant: number, { body }: Answer): void {
  if (typeof body?.payment_id !== 'string' || 'refund_id' in body) return
  const one = game.known.find((each) => each.payment_id === body.payment_id)
  const page = body.next_action?.redirect_to_url as string | undefined
  if (one && page !== undefined) one.page = page
  if (FOR_EVER.has(body.status)) game.promised.set(`${merchant} ${body.payment_id}`, body.status)
}
