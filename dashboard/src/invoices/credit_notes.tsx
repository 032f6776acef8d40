// An invoice's credit notes: one for each refund and each lost dispute.
import { Link } from '@tanstack/react-router'
import { Moment } from '../lib/dates.tsx'
import { Card } from '../lib/details.tsx'
import { money } from '../lib/money.ts'
import { Status, type Words } from '../lib/status.tsx'
import { Narrow, Table, type TableColumn } from '../lib/table.tsx'
import type { Invoice } from './words.ts'

type CreditNote = Invoice['credit_notes'][number]

const noteWords: Words = {
  issued: ['ok', 'Issued'],
  void: ['mute', 'Void, the money came back'],
}

function Cause({ note: { refund_id, dispute_id } }: { note: CreditNote }) {
  if (refund_id !== null) {
    return (
      <Link to="/refunds/$id" params={{ id: refund_id }}>
        Refund
      </Link>
    )
  }
  if (dispute_id === null) return 'Dispute lost'
  return (
    <Link to="/disputes/$id" params={{ id: dispute_id }}>
      Dispute lost
    </Link>
  )
}

const columns: readonly TableColumn<CreditNote>[] = [
  {
    title: 'Number',
    cell: ({ number, credit_note_pdf, created }) => (
      <>
        <a
          className="nowrap"
          href={credit_note_pdf}
          target="_blank"
          rel="noreferrer"
          aria-label={`Credit note ${number ?? 'without a number'} as PDF`}
        >
          {number ?? 'No number yet'}
        </a>
        <Narrow>
          <Moment at={created} />
        </Narrow>
      </>
    ),
  },
  {
    title: 'Status',
    isWide: true,
    cell: ({ status }) => <Status words={noteWords} status={status} />,
  },
  {
    title: 'Reason',
    cell: (note) => (
      <>
        <Cause note={note} />
        {note.status === 'void' && <Narrow>{noteWords['void']?.[1]}</Narrow>}
      </>
    ),
  },
  { title: 'Created', isWide: true, cell: ({ created }) => <Moment at={created} /> },
  { title: 'Amount', isNumber: true, cell: ({ amount, currency }) => money(amount, currency) },
]

export function CreditNotes({ invoice: { credit_notes } }: { invoice: Invoice }) {
  if (credit_notes.length === 0) return null
  return (
    <Card title="Credit notes">
      <Table columns={columns} rows={credit_notes} keyOf={({ credit_note_id }) => credit_note_id} />
    </Card>
  )
}
