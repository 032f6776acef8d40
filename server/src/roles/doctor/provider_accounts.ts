// Compares every provider account with its provider's own list, where there is one, and names the others.
import { addMs, DAY_MS } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { findApprovedSince, findOperation } from '#core/operations/read.ts'
import { isOpen, type OperationRow } from '#core/operations/operation.ts'
import { findProvider } from '#core/providers/accounts.ts'
import type { ListedOperation, ListPage, Provider, Unknown } from '#core/providers/provider.ts'
import {
  accountTitle,
  type ConnectorRow,
  everyConnector,
} from '#resources/accounts/connectors/read.ts'

export interface CheckedAccounts {
  readonly text: string
  readonly is_well: boolean
}

const DAYS = 30
const MAX_PAGES = 1_000
const MAX_SHOWN = 20

export async function checkAccounts(services: Services): Promise<CheckedAccounts> {
  const lines: string[] = []
  let is_well = true
  for await (const account of everyConnector(services.db)) {
    const name = `${account.merchant_id}  ${accountTitle(account)}`
    const { verdict, violations } = await checkAccount(services, account)
    lines.push(`  ${name}: ${verdict}`)
    lines.push(...violations.slice(0, MAX_SHOWN).map((each) => `    ${each}`))
    const rest = violations.length - MAX_SHOWN
    if (rest > 0) lines.push(`    and ${rest} more`)
    if (violations.length > 0) is_well = false
  }
  const title = `Provider accounts, compared with their providers' lists of the last ${DAYS} days:`
  return { text: lines.length === 0 ? '' : [title, ...lines].join('\n'), is_well }
}

interface Checked {
  readonly verdict: string
  readonly violations: readonly string[]
}

const NO_LIST = 'cannot be checked: its provider has no list'

async function checkAccount(services: Services, account: ConnectorRow): Promise<Checked> {
  const { merchant_id, connector_id } = account
  const provider = await findProvider(services, account)
  if (!provider.listOperations) return { verdict: NO_LIST, violations: [] }
  const since = addMs(services.clock.now(), -DAYS * DAY_MS)
  // Ours first: an operation that is approved meanwhile is on the list.
  const ours = await findApprovedSince(services.db, merchant_id, connector_id, since)
  const listed = await readList(provider, since)
  if (listed === undefined) {
    return { verdict: 'cannot be checked now: the list could not be read', violations: [] }
  }
  const violations = await strangers(services, account, listed)
  for (const row of ours) {
    if (listed.has(row.operation_id) || (await isReturned(provider, row))) continue
    violations.push(`${row.operation_id} (${row.kind} of ${row.object_id}) is not on the list`)
  }
  const state = violations.length === 0 ? 'ok' : `${violations.length} wrong`
  return { verdict: `${state}, ${listed.size} on the list, ${ours.length} on record`, violations }
}

/** A refund that came back is no longer on the list. */
async function isReturned(provider: Provider, row: OperationRow): Promise<boolean> {
  if (row.kind !== 'refund') return false
  const outcome = await provider.query(row)
  return outcome !== 'never_seen' && outcome.result === 'refused' && outcome.returned === true
}

/** Operations under our ids; payments that others made at the account are none of ours. */
async function readList(
  provider: Provider,
  since: Date,
): Promise<Map<string, ListedOperation> | undefined> {
  const listed = new Map<string, ListedOperation>()
  let cursor: string | null = null
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page: ListPage | Unknown | undefined = await provider.listOperations?.(since, cursor)
    if (page?.result !== 'list') return undefined
    for (const each of page.operations) {
      if (each.operation_id !== null) listed.set(each.operation_id, each)
    }
    if (!page.has_more) return listed
    cursor = page.cursor
  }
  return undefined
}

/** Done by the provider, and not, or otherwise, on record. */
async function strangers(
  { db }: Services,
  { merchant_id, connector_id }: ConnectorRow,
  listed: ReadonlyMap<string, ListedOperation>,
): Promise<string[]> {
  const violations: string[] = []
  for (const [operation_id, { kind, amount, currency }] of listed) {
    const row = await findOperation(db, merchant_id, operation_id)
    const what = `${operation_id} (${kind} of ${amount} ${currency})`
    if (row === undefined || row.connector_id !== connector_id) {
      violations.push(`${what} is on the list and not on record`)
      continue
    }
    if (isOpen(row)) continue
    const isDone = row.status === 'approved' || row.status === 'late'
    if (!isDone) violations.push(`${what} is on the list, and ${row.status} on record`)
    else if (row.amount !== amount && kind !== 'authorize') {
      violations.push(`${what} is on the list, and of ${row.amount} on record`)
    }
  }
  return violations
}
