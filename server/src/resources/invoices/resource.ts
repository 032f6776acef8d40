import type { Resource } from '#resources/resource.ts'
import { numbering } from './number.ts'
import { redactInvoices } from './redact.ts'
import { invoiceRoutes } from './routes.ts'

export const invoices: Resource = {
  routes: invoiceRoutes,
  sweeps: [numbering],
  redact: redactInvoices,
}
