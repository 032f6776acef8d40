// Tools beyond the routes: each answers a question that would take a model several calls.
import type { Route } from '../route.ts'
import { argumentSchema } from './arguments.ts'
import { explainDecline, explainPayment, explainRouting, PAYMENT } from './explain.ts'
import { QUESTION, searchDocs } from './search_docs.ts'
import type { Tool } from './tools.ts'

const shared = { is_change: false, row: null } as const

/** A tool whose route this server does not have is left out. */
export function ownTools(routes: ReadonlyMap<string, Route>): Tool[] {
  const simulate = routes.get('routing.simulate')
  const hasPayments = routes.has('payments.retrieve')
  return [
    ...(hasPayments ? paymentTools() : []),
    ...(simulate === undefined ? [] : [routingTool(simulate)]),
    {
      ...shared,
      operation: 'search_docs',
      name: 'search_docs',
      title: 'Search the documentation',
      description: 'Finds pages of the documentation of this server.',
      arguments: QUESTION,
      scope: null,
      run: searchDocs,
    },
  ]
}

function paymentTools(): Tool[] {
  return [
    {
      ...shared,
      operation: 'explain_payment',
      name: 'explain_payment',
      title: 'Explain a payment',
      description:
        'The timeline of a payment: calls to acquirers, refunds, disputes, ledger transfers, events with their deliveries, and requests, as far as the key may read them.',
      arguments: PAYMENT,
      scope: 'payments:read',
      run: explainPayment,
    },
    {
      ...shared,
      operation: 'why_declined',
      name: 'why_declined',
      title: 'Explain a decline',
      description: 'Why a payment was declined, what the code means, and what helps.',
      arguments: PAYMENT,
      scope: 'payments:read',
      run: explainDecline,
    },
  ]
}

/** The simulation's arguments; with a payment, its own attributes are the default. */
function routingTool(simulate: Route): Tool {
  const { properties = {} } = argumentSchema(simulate, false)
  return {
    ...shared,
    operation: 'explain_routing',
    name: 'explain_routing',
    title: 'Explain the routing of a payment',
    description:
      'Which provider account a payment goes to, which rule decides and why the others do not: for a payment that exists, by `payment_id`, or for one that you describe.',
    arguments: { type: 'object', properties, required: [], additionalProperties: false },
    scope: 'workflows:read',
    run: explainRouting,
  }
}
