// Compares a ledger account with the rows that it stands for.
import type { Services } from '#kernel/context.ts'
import type { Database } from '#kernel/db.ts'
import { balances } from '#core/ledger/read.ts'
import type { Account } from '#core/ledger/transfer.ts'

const TRIES = 5

interface Sum {
  currency: string
  /** Decimal text, because it may exceed what a number holds. */
  amount: string
}

/** The account holds these rows' amounts and nothing else; `of` names the rows. */
export async function wrongAccount(
  { db }: Pick<Services, 'db'>,
  merchant_id: string,
  account: Account,
  of: string,
  read: (db: Database, merchant_id: string) => Promise<Sum[]>,
): Promise<string[]> {
  for (let tries = 0; tries < TRIES; tries++) {
    const before = await readAccountBalances(db, merchant_id, account)
    const rows = await read(db, merchant_id)
    const after = await readAccountBalances(db, merchant_id, account)
    // A change between the two statements is in one of them only.
    if (spelled(before) !== spelled(after)) continue
    const due = new Map(rows.map(({ currency, amount }) => [currency, BigInt(amount)]))
    const currencies = new Set([...before.keys(), ...due.keys()])
    return [...currencies].flatMap((currency) => {
      const [booked, sum] = [before.get(currency) ?? 0n, due.get(currency) ?? 0n]
      return booked === sum ? [] : `${account} is ${booked} ${currency}, ${of} sum to ${sum}`
    })
  }
  return []
}

async function readAccountBalances(
  db: Database,
  merchant_id: string,
  account: Account,
): Promise<Map<string, bigint>> {
  const rows = await balances({ db, merchant_id })
  const own = rows.filter((row) => row.account === account)
  return new Map(own.map(({ currency, balance }) => [currency, balance]))
}

function spelled(sums: ReadonlyMap<string, bigint>): string {
  const lines = [...sums].map(([currency, sum]) => `${currency} ${sum}`)
  return lines.toSorted((a, b) => (a < b ? -1 : 1)).join()
}
