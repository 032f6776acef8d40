import { get, type Route } from '#http/route.ts'
import { search } from './find.ts'
import { SearchQuery, SearchResults } from './schema.ts'

export const searchRoutes: Route[] = [
  get('/search', {
    tag: 'Search',
    summary: 'Search everything',
    about:
      'Finds customers, coupons, plans, invoices, subscriptions, payment links, payments, payouts, refunds and disputes by parts of what they contain. Only objects that the key or the user may read are found. A change is found within seconds; a customer that was deleted is never found.',
    access: 'any_key',
    query: SearchQuery,
    answer: SearchResults,
    errors: ['IR_01', 'IR_04'],
    run: async (context, { query }) => ({ data: await search(context, query) }),
  }),
]
