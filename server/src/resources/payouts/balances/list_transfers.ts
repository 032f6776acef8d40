import type { Context } from '#kernel/context.ts'
import { type Envelope, readList } from '#http/lists.ts'
import { transferPages, type TransferRow } from '#core/ledger/read.ts'
import { type Cause, moves } from '#core/ledger/transfer.ts'
import { type ListTransfers, Transfer, transferFilters } from './schema.ts'
import { project } from '#http/fields.ts'

const list = { source: transferPages, filters: transferFilters, toApi }

export function listTransfers(context: Context, input: ListTransfers): Promise<Envelope<Transfer>> {
  return readList(context, list, input)
}

function toApi(row: TransferRow): Transfer {
  const object_type = moves[row.cause as Cause].of
  return project(Transfer, { ...row, change_of_available: availableChange(row), object_type })
}

function availableChange({
  debit,
  credit,
  amount,
}: Pick<Transfer, 'debit' | 'credit' | 'amount'>): number {
  if (credit === 'available') return amount
  return debit === 'available' ? -amount : 0
}
