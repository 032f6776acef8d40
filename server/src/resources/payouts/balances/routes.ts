import { listRoutes } from '#http/lists.ts'
import { get, type Route } from '#http/route.ts'
import { getBalances } from './read.ts'
import { listTransfers } from './list_transfers.ts'
import { Balances, ListTransfers, TransferList } from './schema.ts'

const tag = 'Balances'

export const balanceRoutes: Route[] = [
  get('/balances', {
    tag,
    summary: 'Retrieve your balances',
    about: 'The available, held and in-transit amounts of each currency.',
    access: 'payouts:read',
    answer: Balances,
    run: getBalances,
  }),
  ...listRoutes({
    url: '/ledger/transfers',
    tag,
    summary: 'List ledger transfers',
    access: 'payouts:read',
    query: ListTransfers,
    answer: TransferList,
    run: listTransfers,
  }),
]
