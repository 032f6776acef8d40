// Balances against the bank: what it really took, gave back and paid out, added up without a look at our
// books, is what merchants are told is theirs.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Game } from './simulation_game.ts'

interface Line {
  operation_id: string
  effect?: string
  amount: number
  currency: string
  /** The first line about an operation tells all of it. */
  set?: { merchant_id?: string | null }
}

/** What each effect does to what is free, and to what is held. */
const worth: Readonly<Record<string, [available: number, held: number]>> = {
  charged: [1, 0],
  held: [0, 1],
  captured: [1, -1],
  released: [0, -1],
  refunded: [-1, 0],
  paid_out: [-1, 0],
  returned: [1, 0],
  charged_back: [-1, 0],
  restored: [1, 0],
  fee_charged: [-1, 0],
}

type Sums = Map<string, { available: number; held: number }>

/** By merchant and currency. */
async function recompute(bank_log: string): Promise<Sums> {
  const owners = new Map<string, string>()
  const sums: Sums = new Map()
  for await (const text of createInterface({ input: createReadStream(bank_log) })) {
    if (text === '') continue
    const { operation_id, effect = '', amount, currency, set } = JSON.parse(text) as Line
    if (set?.merchant_id) owners.set(operation_id, set.merchant_id)
    const [available, held] = worth[effect] ?? [0, 0]
    const name = `${owners.get(operation_id)} ${currency}`
    const sum = sums.get(name) ?? { available: 0, held: 0 }
    sums.set(name, {
      available: sum.available + available * amount,
      held: sum.held + held * amount,
    })
  }
  return sums
}

export async function checkBalances({ world, problems }: Game): Promise<void> {
  const sums = await recompute(world.bank_log)
  for (const merchant of [0, 1]) {
    const { merchant_id, balances } = (await world.client(0, merchant).get('/balances')).body
    for (const {
      currency,
      available,
      fees,
      held,
      payouts_in_transit,
      refunds_in_transit,
    } of balances) {
      const name = `${merchant_id} ${currency}`
      const right = sums.get(name) ?? { available: 0, held: 0 }
      sums.delete(name)
      // What a dispute costs the merchant is the service's, less what the bank charges for it.
      const told = { available: available + fees, held, payouts_in_transit, refunds_in_transit }
      const due = { ...right, payouts_in_transit: 0, refunds_in_transit: 0 }
      if (JSON.stringify(told) === JSON.stringify(due)) continue
      problems.push(`${name}: told ${JSON.stringify(told)}, the bank's log ${JSON.stringify(due)}`)
    }
  }
  for (const [name, sum] of sums) {
    if (sum.available !== 0 || sum.held !== 0) {
      problems.push(`${name}: no balance told, the bank's log ${JSON.stringify(sum)}`)
    }
  }
}
