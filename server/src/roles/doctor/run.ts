// One doctor run, as the command line starts it.
import { monotonicMs } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { adoptOrphans, describeAdoptions } from './adopt.ts'
import { describeChains } from './audit.ts'
import type { BankLog } from './bank_log.ts'
import { type Books, checkBooks, type Decisions, type Finding, type Violation } from './books.ts'
import { recordRun } from './last_run.ts'

export interface RunOptions {
  /** Reads the provider's log again. */
  readLog?: (() => Promise<BankLog>) | undefined
  adopt?: boolean
  json?: boolean
}

export interface Run {
  text: string
  is_well: boolean
}

/** With `adopt` the books are checked again afterwards, and the result comes from that check. */
export async function runDoctor(services: Services, options: RunOptions): Promise<Run> {
  const { readLog, adopt = false, json = false } = options
  if (adopt && readLog === undefined) throw new Error('--adopt needs --bank-log <file or url>.')
  const started = monotonicMs()
  const bank = await readLog?.()
  let books = await checkBooks(services, bank)
  const adoptions = bank ? await adoptOrphans(services, bank, { apply: adopt }) : []
  if (adopt && adoptions.length > 0) books = await checkBooks(services, await readLog?.())
  const duration_ms = Math.round(monotonicMs() - started)
  await storeRun(services, books, { duration_ms, has_log: bank !== undefined })
  const adopted = adoptions.length === 0 ? [] : [describeAdoptions(adoptions, adopt)]
  const text = json
    ? JSON.stringify({ ...books, chains: books.chains.map(chainToJson), adoptions })
    : [report(books), ...adopted].join('\n')
  return { text, is_well: isWell(books) }
}

function chainToJson({ hash, ...head }: Books['chains'][number]) {
  return { ...head, hash: hash.toString('hex') }
}

/** The database may be a read-only replica. */
async function storeRun(
  services: Services,
  books: Books,
  run: Parameters<typeof recordRun>[2],
): Promise<void> {
  try {
    await recordRun(services, books, run)
  } catch (err) {
    services.log.warn(
      { err },
      'doctor: the result could not be stored; the metrics keep the previous run',
    )
  }
}

export function isWell({ findings }: Books): boolean {
  return findings.every((finding) => finding.count === 0)
}

/** One line for each invariant, and under it what violates it. */
export function report(books: Books): string {
  const { merchants, payments, payouts, subscriptions, findings } = books
  const title = `The books of ${merchants} merchant(s), ${payments} payment(s), ${payouts} payout(s), ${subscriptions} subscription(s):`
  const verdict = isWell(books) ? 'No violations.' : 'There are violations: see above.'
  return [
    title,
    ...findings.flatMap(lines),
    ...describeDecisions(books.decisions),
    ...describeChains(books.chains),
    verdict,
  ].join('\n')
}

function describeDecisions({ count, listed }: Decisions): string[] {
  const rest = count - listed.length
  if (count === 0) return []
  const more = rest > 0 ? [`  and ${rest} more`] : []
  return [
    'For you to decide; these are no violations:',
    ...listed.map((each) => `  ${said(each)}`),
    ...more,
  ]
}

function said({ merchant_id, object_id, message }: Violation): string {
  return [merchant_id, object_id, message].filter((part) => part !== null).join('  ')
}

function lines({ invariant, name, count, violations }: Finding): string[] {
  const state = count === 0 ? 'ok' : `${count} wrong`
  const head = `  ${state.padEnd(10)}${invariant.padStart(2)}  ${name}`
  const rest = count - violations.length
  return [
    head,
    ...violations.map((each) => `              ${said(each)}`),
    ...(rest > 0 ? [`              and ${rest} more`] : []),
  ]
}
