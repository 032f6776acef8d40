// Balances against the bank's log: the amounts that the bank took, gave back and paid out, added up without the
// ledger, equal the balances that merchants see.
import type { Fact, Run } from './run.ts'

/** Each effect's change to the available and the held amount. */
const worth: Readonly<Record<string, readonly [available: number, held: number]>> = {
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

interface Balance {
  available: number
  held: number
}

/** By merchant and currency. */
function addUp(facts: readonly Fact[]): Map<string, Balance> {
  const owners = new Map<string, string>()
  const sums = new Map<string, Balance>()
  for (const { operation_id, effect, amount, currency, set } of facts) {
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

export async function wrongBalances({ simulated }: Run, facts: readonly Fact[]): Promise<string[]> {
  const sums = addUp(facts)
  const wrong: string[] = []
  for (const { api_key } of simulated.merchants) {
    const answer = await simulated.apis[0]?.client.with(api_key).get('/balances')
    const { merchant_id, balances } = answer?.body ?? {}
    for (const { currency, available, fees, held, ...transit } of balances) {
      const { payouts_in_transit, refunds_in_transit } = transit
      const name = `${merchant_id} ${currency}`
      const right = sums.get(name) ?? { available: 0, held: 0 }
      const due = { ...right, payouts_in_transit: 0, refunds_in_transit: 0 }
      sums.delete(name)
      // A dispute's cost to the merchant belongs to the service, less the bank's fee.
      const reported = { available: available + fees, held, payouts_in_transit, refunds_in_transit }
      if (JSON.stringify(reported) === JSON.stringify(due)) continue
      wrong.push(
        `${name}: balance ${JSON.stringify(reported)}, the bank's log ${JSON.stringify(due)}`,
      )
    }
  }
  for (const [name, sum] of sums) {
    if (sum.available === 0 && sum.held === 0) continue
    wrong.push(`${name}: no balance, the bank's log ${JSON.stringify(sum)}`)
  }
  return wrong
}
