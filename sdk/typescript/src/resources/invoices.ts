// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { List } from '../list.ts'
import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'
import type { Invoice, InvoiceList, InvoiceListParams } from '../types/shared.ts'

/** A subscription bills a plan period by period, one invoice for each. */
export class InvoicesApi extends Resource {
  /** List invoices */
  list(params?: InvoiceListParams, options?: CallOptions): List<InvoiceList, Invoice> {
    return this.pages('GET /invoices/list', [], params ?? {}, options, { idField: 'id' })
  }

  /** Search invoices */
  search(params?: InvoiceListParams, options?: CallOptions): List<InvoiceList, Invoice> {
    return this.pages('POST /invoices/list', [], params ?? {}, options, { idField: 'id' })
  }

  /** Retrieve an invoice */
  retrieve(invoice_id: string, options?: CallOptions): Promise<Invoice> {
    return this.call('GET /invoices/:invoice_id', [invoice_id], undefined, options)
  }

  /**
   * Resolve an invoice that was paid in part.
   *
   * For an invoice in `manual_review` because less was received than it asks for: accept the part, or void the invoice and turn the part into credit.
   */
  resolve(invoice_id: string, params: InvoiceResolve, options?: CallOptions): Promise<Invoice> {
    return this.call('POST /invoices/:invoice_id/resolve', [invoice_id], params, options)
  }
}

export interface InvoiceResolve {
  /**
   * What becomes of the part.
   *
   * - `accept`: The invoice is paid, and its period is worth what was received.
   * - `void`: The invoice is voided, and what was received becomes credit of the customer.
   */
  action: 'accept' | 'void'
}
