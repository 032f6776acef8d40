// An invoice's credit notes, each with its PDF.
import type { CreditNoteView, InvoiceView } from '@florin/pages/contract.ts'
import { useText } from '../context.ts'
import { noteText } from '@florin/pages/invoice_sums.ts'
import type { Key } from '@florin/locales/text.ts'

interface CreditNotesProps {
  invoice: InvoiceView
  path: string
}

export function CreditNotes({ invoice, path }: CreditNotesProps) {
  const { t } = useText<Key<'invoice'>>()
  const { credit_notes, credit_notes_left_out: count } = invoice
  if (credit_notes.length === 0) return null
  return (
    <section class="credit-notes" aria-labelledby="credit-notes">
      <h2 id="credit-notes">{t('credit_notes')}</h2>
      <ul class="lines open">
        {credit_notes.map((note) => (
          <Note key={note.credit_note_id} note={note} path={path} />
        ))}
        {count > 0 && <li>{t('more_credit_notes', { count })}</li>}
      </ul>
    </section>
  )
}

function Note({ note, path }: { note: CreditNoteView; path: string }) {
  const text = useText<Key<'invoice'>>()
  const { t } = text
  const url = `${path}/credit_notes/${note.credit_note_id}/pdf?lang=${text.locale}`
  return (
    <li>
      <bdi>{note.number ?? t('number_pending')}</bdi>
      <span class="figures">{text.money(note.amount)}</span>
      <small class="figures">{noteText(note, text)}</small>
      <a href={url} download aria-label={`${t('download')}: ${note.number ?? t('credit_note')}`}>
        PDF
      </a>
    </li>
  )
}
