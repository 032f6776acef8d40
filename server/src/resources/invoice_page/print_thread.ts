// Prints in a thread of its own: a document that takes long, or crashes, stops nothing else.
import { invoiceText } from '../../../../checkout/invoice_page.ts'
import { serveThread } from '#kernel/thread.ts'
import { printDocument, type PrintOrder } from './print.ts'

serveThread<PrintOrder, Uint8Array>(({ locale, unit, ...printed }) =>
  printDocument({ ...printed, text: invoiceText(locale, unit) }),
)
