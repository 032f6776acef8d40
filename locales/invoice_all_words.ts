// Every text of an invoice and its credit notes. Browsers get those of their language with the page.
import { creditNoteWords } from './invoice_credit_note_words.ts'
import { givenBackWords } from './invoice_given_back_words.ts'
import { words } from './invoice_words.ts'

export const wordTables = [words, givenBackWords, creditNoteWords] as const

export type InvoiceWords = Readonly<
  Record<
    | keyof (typeof words)['en']
    | keyof (typeof givenBackWords)['en']
    | keyof (typeof creditNoteWords)['en'],
    string
  >
>

export function invoiceWords(locale: string): InvoiceWords {
  const [page, givenBack, creditNote] = wordTables.map(
    (table: Readonly<Record<string, object>>) => table[locale] ?? table['en'],
  )
  return { ...page, ...givenBack, ...creditNote } as InvoiceWords
}
