import type { Resource } from '#resources/resource.ts'
import { invoicePageRoutes } from './routes.ts'

export const invoicePage: Resource = { routes: invoicePageRoutes }
