// Transfer sums for one object.
import type { Account } from '#core/ledger/transfer.ts'
import type { OperationRow } from '#core/operations/operation.ts'
import type { ObjectRecord } from './record.ts'

type Transfers = ObjectRecord['transfers']

export function totalByCause(transfers: Transfers, ...causes: string[]): number {
  return sum(transfers.filter((row) => causes.includes(row.cause)))
}

/** Total credited to the account. */
export function totalInto(transfers: Transfers, account: Account): number {
  return sum(transfers.filter((row) => row.credit === account))
}

/** Total debited from the account. */
export function totalFrom(transfers: Transfers, account: Account): number {
  return sum(transfers.filter((row) => row.debit === account))
}

/** The sum from one account to another, less the sum back. */
export function netBetween(transfers: Transfers, from: Account, to: Account): number {
  return (
    sum(transfers.filter((row) => row.debit === from && row.credit === to)) -
    sum(transfers.filter((row) => row.debit === to && row.credit === from))
  )
}

function sum(transfers: Transfers): number {
  return transfers.reduce((n, row) => n + row.amount, 0)
}

export function ofOperation(transfers: Transfers, operation_id: string): Transfers {
  return transfers.filter((row) => row.operation_id === operation_id)
}

/** The provider did it, whether or not we had closed the operation before. */
export function isDone({ status }: Pick<OperationRow, 'status'>): boolean {
  return status === 'approved' || status === 'late'
}

/**
 * Only approved operations move money. A refused void releases a hold that the provider had dropped by itself; the
 * provider's log shows whether it had.
 */
export function unbackedTransfers({
  operations,
  transfers,
}: Pick<ObjectRecord, 'operations' | 'transfers'>): string[] {
  const known = new Map(operations.map((row) => [row.operation_id, row]))
  return transfers
    .filter(({ operation_id, cause }) => {
      const row = known.get(operation_id)
      if (row === undefined) return true
      const isDropped = row.kind === 'void' && row.status === 'refused' && cause === 'release'
      return !isDone(row) && !isDropped
    })
    .map(({ transfer_id }) => `${transfer_id} is booked for an operation that was not approved`)
}
