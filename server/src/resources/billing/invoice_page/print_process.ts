// Prints in a separate process: a document that takes long, or crashes, stops nothing else.
import { invoiceText } from '@florin/pages/invoice_page.ts'
import { serveTasks } from '#kernel/contained_process.ts'
import { printDocument, type PrintOrder } from './print.ts'

serveTasks<PrintOrder, Uint8Array>(({ locale, unit, ...printed }) =>
  printDocument({ ...printed, text: invoiceText(locale, unit) }),
)
