import type { Text } from './text.ts'
import type { InvoiceWords } from './invoice_all_words.ts'

type Fill = (key: keyof InvoiceWords, values?: Readonly<Record<string, string>>) => string

/** The messages of the page of an invoice have these words too. */
export function toInvoiceText({ t }: Pick<Text, 't'>): Fill {
  return t as Fill
}
