// The ledger against itself: every transfer moves money between its cause's two accounts, and the balances that
// merchants see, which are read from snapshots, equal the sum of all transfers.
import type { Services } from '#kernel/context.ts'
import { settledBalances } from '#core/ledger/read.ts'
import { type Cause, moves } from '#core/ledger/transfer.ts'
import { type LedgerLine, ledgerAfter } from './store.ts'

const PAGE = 2_000

/** Reads page by page and keeps one sum per account and currency, however many transfers there are. */
export async function* ledgerViolations(
  { db }: Pick<Services, 'db'>,
  merchant_id: string,
): AsyncIterable<string> {
  // First, because nothing is booked below its watermark while the pages are read.
  const { watermark, balances } = await settledBalances({ db, merchant_id })
  const sums = new Map<string, bigint>()
  for await (const line of eachLine(db, merchant_id, watermark)) {
    yield* wrongAccounts(line)
    if (!line.is_settled) continue
    const amount = BigInt(line.amount)
    addTo(sums, line.credit, line.currency, amount)
    addTo(sums, line.debit, line.currency, -amount)
  }
  for (const { account, currency, balance } of balances) {
    const sum = sums.get(`${account} ${currency}`) ?? 0n
    sums.delete(`${account} ${currency}`)
    if (sum !== balance) {
      yield `${account} is ${balance} ${currency}, its transfers sum to ${sum}`
    }
  }
  for (const [name, sum] of sums) yield `${name} has no balance, its transfers sum to ${sum}`
}

async function* eachLine(
  db: Services['db'],
  merchant_id: string,
  watermark: string,
): AsyncIterable<LedgerLine> {
  let page = await ledgerAfter(db, merchant_id, '', watermark, PAGE)
  while (page.length > 0) {
    yield* page
    page = await ledgerAfter(db, merchant_id, page.at(-1)?.transfer_id ?? '', watermark, PAGE)
  }
}

function addTo(sums: Map<string, bigint>, account: string, currency: string, amount: bigint): void {
  const name = `${account} ${currency}`
  sums.set(name, (sums.get(name) ?? 0n) + amount)
}

function wrongAccounts({ transfer_id, cause, debit, credit }: LedgerLine): string[] {
  const move = Object.hasOwn(moves, cause) ? moves[cause as Cause] : undefined
  if (move === undefined) return [`${transfer_id} has the unknown cause ${cause}`]
  if (move.debit === debit && move.credit === credit) return []
  return [
    `${transfer_id} debits ${debit} and credits ${credit}; a ${cause} debits ${move.debit} and credits ${move.credit}`,
  ]
}
