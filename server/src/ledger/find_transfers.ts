import type { Context } from '../kernel/context.ts'
import type { Page, PageRequest } from '../kernel/page.ts'
import { pageOfTransfers, type TransferFilter, type TransferRow } from './store.ts'

/** The lines of a merchant's books, newest first; undefined when the page begins at nothing. */
export function findTransfers(
  context: Pick<Context, 'db' | 'merchant_id'>,
  filter: TransferFilter,
  request: PageRequest,
): Promise<Page<TransferRow> | undefined> {
  return pageOfTransfers(context.db, context.merchant_id, filter, request)
}
