import { listRoutes } from '#http/lists.ts'
import { type Route, route } from '#http/route.ts'
import { getBalances } from './read.ts'
import { listTransfers } from './list_transfers.ts'
import { Balances, ListTransfers, TransferList } from './schema.ts'

const tag = 'Balances'

export const balanceRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/balances',
    tag,
    summary: 'Retrieve your balances',
    about: 'The available, held and in-transit amounts of each currency.',
    access: 'payouts:read',
    status: 200,
    answer: Balances,
    errors: [],
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
