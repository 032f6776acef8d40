import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { pageUrl } from '#resources/billing/invoices/page_url.ts'
import { toPage } from '#resources/payments/payment_links/attempt.ts'
import type { PagePayment } from '#resources/payments/payment_links/page_schema.ts'
import { type WithMethod, withType } from '#resources/methods/payment_methods/parse.ts'
import { profileOfExisting } from '#resources/accounts/profiles/read.ts'
import { payInvoice } from '#resources/billing/subscriptions/pay_invoice.ts'
import { type Address, readOpenInvoice } from './open.ts'
import { listMethods } from './page.ts'
import type { PayInvoicePage } from './page_schema.ts'

/** One payment with the card that the customer entered. The bank's page sends the browser back to the invoice. */
export async function payOnPage(
  context: Context,
  address: Address,
  order: WithMethod<PayInvoicePage>,
): Promise<PagePayment> {
  const { shopper, invoice } = await readOpenInvoice(context, address)
  const [method] = listMethods(await profileOfExisting(shopper, invoice.profile_id))
  if (method === undefined) {
    throw new Failure('IR_29', 'This invoice cannot be paid with a card.', {
      field: 'payment_method',
    })
  }
  const return_url = pageUrl(shopper, invoice)
  const wanted = {
    ...order,
    method: withType(order.method, method.type),
    payment_method_type: method.type,
    return_url,
  }
  return toPage(shopper, invoice, await payInvoice(shopper, invoice.invoice_id, wanted))
}
