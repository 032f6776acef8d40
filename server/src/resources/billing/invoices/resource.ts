import type { Resource } from '#resources/resource.ts'
import { invariants } from './invariants.ts'
import { numbering } from './number.ts'
import { redactInvoices } from './redact.ts'
import { invoiceRoutes } from './routes.ts'
import { invoice } from './state.ts'
import { takeBackNow } from './take_back.ts'

export const invoices: Resource = {
  routes: invoiceRoutes,
  sweeps: numbering,
  redact: redactInvoices,
  onInvoiceRefund: takeBackNow,
  machine: invoice,
  invariants,
}
