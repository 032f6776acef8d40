// Contention: a thousand requests at once fulfill the same payout, and many payouts at once spend the same
// balance. Two api processes; the bank's own log is the judge.
//
//   npm run contention:payouts -- --payouts 20 --each 1000
import { parseArgs } from 'node:util'
import type { Answer } from '#testing/client.ts'
import { type Tally, tally } from '#testing/contention.ts'
import { type BankFact, type Deployment, startDeployment } from '#testing/deployment.ts'
import { examplePayment } from '#resources/payments/payments/example.ts'
import { create } from '../support/paying_out.ts'
import { toBank } from '../support/recipients.ts'

// Two each, so that processes contend as well as requests.
const COPIES = { apis: 2, workers: 2 }

export interface Fulfills {
  answers: Tally
  /** Transfers in the bank's log for each payout. */
  transfers: number[]
  ms: number
}

async function paidOut({ bank }: Deployment): Promise<BankFact[]> {
  return (await bank.log()).filter(({ effect }) => effect === 'paid_out')
}

/** `each` concurrent fulfills for one payout, one payout after the other. */
export async function contendingFulfills(payouts: number, each: number): Promise<Fulfills> {
  await using deployment = await startDeployment(COPIES)
  const started = performance.now()
  const answers: Answer[] = []
  const ids: string[] = []
  for (let n = 0; n < payouts; n++) {
    const { payout_id } = (await create(deployment.client(), toBank())).body
    ids.push(payout_id)
    const send = (_: unknown, nth: number) =>
      deployment.client(nth % COPIES.apis).post(`/payouts/${payout_id}/fulfill`, {})
    answers.push(...(await Promise.all(Array.from({ length: each }, send))))
  }
  const ms = Math.round(performance.now() - started)
  const facts = await paidOut(deployment)
  const transfers = ids.map((id) => facts.filter((fact) => fact.reference === id).length)
  return { answers: tally(answers), transfers, ms }
}

export interface Spending {
  answers: Tally
  earned: number
  /** By the bank's log. */
  spent: number
  available: number
  /** In the slowest round. */
  ms: number
}

/** The given number of concurrent payouts, each for a tenth of the balance: at most ten can go. */
export async function contendingPayouts(payouts: number): Promise<Spending> {
  await using deployment = await startDeployment(COPIES)
  const client = deployment.client()
  const { merchant_id, profile_id } = (await create(client, {})).body
  await client.post(`/account/${merchant_id}/business_profile/${profile_id}`, {
    refuse_payouts_above_balance: true,
  })
  const paid = await client.post('/payments', { ...examplePayment, amount: 10_000 })
  const earned = paid.body.amount_received
  const made = await Promise.all(Array.from({ length: payouts }, () => create(client, toBank())))
  // Every process goes by the profile's new setting after a second.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const answers: Answer[] = []
  let ms = 0
  // A request that runs out of conflict retries gets 409 and is sent again.
  for (let round = 0; round < 20; round++) {
    const started = performance.now()
    answers.push(
      ...(await Promise.all(
        made.map(({ body }, n) =>
          deployment.client(n % COPIES.apis).post(`/payouts/${body.payout_id}/fulfill`, {}),
        ),
      )),
    )
    ms = Math.max(ms, performance.now() - started)
  }
  const spent = (await paidOut(deployment)).reduce((sum, fact) => sum + fact.amount, 0)
  const [{ available }] = (await client.get('/balances')).body.balances
  return { answers: tally(answers), earned, spent, available, ms }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      payouts: { type: 'string', default: '20' },
      each: { type: 'string', default: '1000' },
    },
  })
  const { transfers, ...fulfills } = await contendingFulfills(
    Number(values.payouts),
    Number(values.each),
  )
  const spending = await contendingPayouts(100)
  const once = transfers.filter((n) => n === 1).length
  const lines = [
    `fulfills: ${JSON.stringify(fulfills)}, ${once} of ${transfers.length} payouts paid exactly once`,
    `spending: ${JSON.stringify(spending)}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = once === transfers.length && spending.spent <= spending.earned ? 0 : 1
}
