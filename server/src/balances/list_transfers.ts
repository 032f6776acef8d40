import type { Context } from '../kernel/context.ts'
import { Failure } from '../errors.ts'
import { type Envelope, envelope, pageRequest, valuesOf } from '../http/lists.ts'
import { isCurrency } from '../kernel/money.ts'
import { accounts } from '../ledger/accounts.ts'
import { findTransfers } from '../ledger/find_transfers.ts'
import { type Cause, moves } from '../ledger/transfer.ts'
import type { ListTransfers, Transfer } from './schema.ts'

export async function listTransfers(
  context: Context,
  input: ListTransfers,
): Promise<Envelope<Transfer>> {
  const request = pageRequest(input)
  const filter = {
    object_id: valuesOf(input, 'object_id'),
    currency: known('currency', valuesOf(input, 'currency'), isCurrency),
    cause: known('cause', valuesOf(input, 'cause'), (name) => Object.hasOwn(moves, name)),
    account: known('account', valuesOf(input, 'account'), (name) => Object.hasOwn(accounts, name)),
  }
  const page = await findTransfers(context, filter, request)
  return envelope(request, page, (row): Transfer => {
    const { merchant_id: _, operation_id: __, ...line } = row
    return {
      ...line,
      change_of_available: changeOf(row),
      object_type: moves[row.cause as Cause].of,
    }
  })
}

function changeOf({
  debit,
  credit,
  amount,
}: Pick<Transfer, 'debit' | 'credit' | 'amount'>): number {
  if (credit === 'available') return amount
  return debit === 'available' ? -amount : 0
}

/** A value that nothing can have is a mistake, not an empty list. */
function known(field: string, sent: string[] | undefined, is: (name: string) => boolean) {
  const wrong = sent?.find((name) => !is(name))
  if (wrong === undefined) return sent
  throw new Failure('IR_04', `There is no ${field} ${wrong}.`, { field })
}
