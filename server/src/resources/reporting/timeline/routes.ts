import { parseFilters } from '#http/lists.ts'
import { get, type Route } from '#http/route.ts'
import { readTimeline } from './read.ts'
import { ReadTimeline, Timeline } from './schema.ts'

const parseQuery = parseFilters(ReadTimeline)

export const timelineRoutes: Route[] = [
  get('/customers/:customer_id/timeline', {
    tag: 'Customers',
    summary: "Retrieve a customer's timeline",
    about:
      "The customer's payments, refunds, disputes, payouts, payment links, subscriptions, invoices, saved payment methods and notes by the time of their creation, and changes of the customer. Only what the key or the user may read. Refunds and disputes are those of the newest 10,000 payments, counted from the page. In the sandbox changes have the real time, and everything else the test clock's.",
    access: 'customers:read',
    query: ReadTimeline,
    answer: Timeline,
    errors: ['IR_04', 'IR_05'],
    parse: parseQuery,
    run: (context, { params, order }) => readTimeline(context, params.customer_id, order),
  }),
]
