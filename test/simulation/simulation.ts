// Merchants, customers and a bank in bad shape, acted out by seeded dice: mixed requests from many clients at once,
// while processes, the database, clocks and the bank fail. Then the faults end, everything settles, and every
// answer and every balance is compared with the bank's own log.
//
//   npm run simulate -- --seed 7 --operations 100000
//   npm run simulate -- --seed 7 --operations 20000 --accounts
import { parseArgs } from 'node:util'
import { dice } from '../../bank/src/faults.ts'
import { readBankLog } from '#roles/doctor/bank_log.ts'
import { type Books, checkBooks } from '#roles/doctor/books.ts'
import { isWell } from '#roles/doctor/run.ts'
import { sleep } from '#kernel/clock.ts'
import { pollNow } from '#testing/commit_faults.ts'
import { type AccountsJudgement, judgeAccounts } from './accounts_judge.ts'
import { wrongBalances } from './balances.ts'
import { setMood } from './bank_moods.ts'
import { wrongBilling } from './billing_judge.ts'
import { claimsNothing } from './clients.ts'
import { customerActions } from './customers.ts'
import { startSimulated } from './deployment.ts'
import { disputeActions } from './disputes.ts'
import { scheduleFaults } from './faults.ts'
import { wrongInvoices } from './invoices.ts'
import { judge } from './judge.ts'
import { paymentActions } from './payments.ts'
import { payoutActions } from './payouts.ts'
import { refundActions } from './refunds.ts'
import { storiesOf } from './story.ts'
import { readStripeFacts } from './stripe_facts.ts'
import { subscriptionActions } from './subscriptions.ts'
import { table } from './table.ts'
import { type Action, between, count, createRun, type Fact, type Roll, type Run } from './run.ts'
import { settle } from './settle.ts'

export interface Simulated {
  readonly seed: number
  readonly operations: number
  readonly books: Books
  /** Everything that must not be, in words. */
  readonly violations: readonly string[]
  readonly stories: readonly string[]
  readonly actions: ReadonlyMap<string, number>
  readonly answers: ReadonlyMap<string, number>
  readonly faults: ReadonlyMap<string, number>
  readonly bank_faults: ReadonlyMap<string, number>
  readonly requests: number
  /** Answers that said that nothing was changed and could be compared with the bank's log. */
  readonly claims: number
  readonly promises: number
  /** With accounts. */
  readonly accounts: (AccountsJudgement & { readonly at_stripe: number }) | undefined
  readonly run_ms: number
  readonly settle_ms: number
}

const CLIENTS = 40

const actions: readonly Action[] = [
  ...paymentActions,
  ...refundActions,
  ...disputeActions,
  ...payoutActions,
  ...customerActions,
  ...subscriptionActions,
]

const WEIGHT = actions.reduce((sum, { weight }) => sum + weight, 0)

async function actOnce(run: Run, roll: Roll): Promise<void> {
  let place = roll() * WEIGHT
  const action = actions.find(({ weight }) => (place -= weight) < 0)
  if (action === undefined) return
  count(run.actions, action.name)
  await action.act(run, roll)
}

export async function simulate(
  seed: number,
  operations: number,
  say: (line: string) => void = () => undefined,
  hasAccounts = false,
): Promise<Simulated> {
  await using simulated = await startSimulated(hasAccounts)
  const run = createRun(seed, simulated)
  await setMood(run, 'usual')
  const started = performance.now()
  await actAll(run, operations, say)
  const ended = performance.now()
  say(`the faults are over after ${Math.round(ended - started)} ms`)
  run.violations.push(...(await settle(run)).map((what) => `still open: ${what}`))
  const settled = performance.now()
  say(`settled after ${Math.round(settled - ended)} ms`)
  const bank = (await simulated.deployment.bank.log()) as Fact[]
  const stripe = await readStripeFacts(run, (await simulated.stripe?.log()) ?? [])
  const facts = [...bank, ...stripe]
  const books = await checkBooks(simulated.services, await readBankLog(bank))
  const accounts = hasAccounts ? await judgeAccounts(run, { bank, stripe }) : undefined
  run.violations.push(
    ...(accounts?.violations ?? []),
    ...(await judge(run, facts)),
    ...(await wrongBalances(run, facts)),
    ...(await wrongInvoices(run, facts)),
    ...(await wrongBilling(run, facts)),
    ...violationsOf(books),
  )
  const objects = books.findings.flatMap(({ violations }) =>
    violations.flatMap(({ object_id }) => object_id ?? []),
  )
  const open = run.violations.flatMap((what) => what.match(/\b(pay|sub|ref|po|cus)_\w+/g) ?? [])
  const stories = await storiesOf(run, [...open, ...objects])
  const { violations, answers, faults, bank_faults, sent, promises } = run
  return {
    seed,
    operations,
    books,
    violations,
    stories,
    actions: run.actions,
    answers,
    faults,
    bank_faults,
    requests: sent.length,
    claims: sent.filter((each) => each.is_alone && claimsNothing(each)).length,
    promises: promises.size,
    accounts: accounts && { ...accounts, at_stripe: stripe.length },
    run_ms: Math.round(ended - started),
    settle_ms: Math.round(settled - ended),
  }
}

function violationsOf(books: Books): string[] {
  return books.findings.flatMap(({ invariant, violations }) =>
    violations.map(
      ({ object_id, message }) => `doctor ${invariant}: ${object_id ?? ''} ${message}`,
    ),
  )
}

const PROGRESS_MS = 10_000
const POLL_MS = 4_000

async function actAll(run: Run, operations: number, say: (line: string) => void): Promise<void> {
  const schedule = scheduleFaults(run, operations)
  let started = 0
  const client = async (_: unknown, number: number) => {
    const roll = dice(run.seed * 1_000 + number)
    // Other dice, so that how fast the machine is does not change what a client does.
    const pace = dice(number)
    while (started < operations) {
      started += 1
      schedule.reached(started)
      await actOnce(run, roll)
      if (schedule.isBehind()) await sleep(between(pace, 300, 3_000))
    }
  }
  const progress = setInterval(() => {
    say(`${started} of ${operations} operations, ${run.sent.length} requests`)
  }, PROGRESS_MS)
  // Recovery looks now and then while calls are in flight, not only when a call must be over.
  const polls = setInterval(() => {
    pollNow(run.simulated.deployment).catch(() => undefined)
  }, POLL_MS)
  await Promise.all(Array.from({ length: CLIENTS }, client))
  clearInterval(progress)
  clearInterval(polls)
  await schedule.end()
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
      operations: { type: 'string', default: '1000' },
      accounts: { type: 'boolean', default: false },
    },
  })
  const write = (line: string) => void process.stdout.write(`${line}\n`)
  write(`seed ${values.seed}`)
  const { seed, operations, accounts } = values
  const done = await simulate(Number(seed), Number(operations), write, accounts)
  write(table(done))
  process.exitCode = isWell(done.books) && done.violations.length === 0 ? 0 : 1
}
