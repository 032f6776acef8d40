// Calls to an acquirer whose outcome only a person can find out. The merchant sees them; the operator resolves them.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../api/client.ts'
import { useMay, useUser } from '../api/session.ts'
import { Id } from '../lib/copy.tsx'
import { Moment } from '../lib/dates.tsx'
import { Note } from '../lib/head.tsx'
import { money } from '../lib/money.ts'
import { objectTarget } from '../lib/object_pages.ts'
import { inWords } from '../lib/words.ts'
import { useAccountName } from '../providers/account_name.ts'
import { undecidedQuery } from '../queries/objects.ts'
import styles from './undecided.module.css'

type Undecided = Schemas['UndecidedOperations']['data'][number]

/** The kind of object that each kind of call is about, where it has a page of its own. */
const objects: Readonly<Record<string, string>> = {
  authorize: 'payment',
  capture: 'payment',
  void: 'payment',
  reversal: 'payment',
  refund: 'refund',
  payout: 'payout',
  answer: 'dispute',
}

export function UndecidedNote() {
  const { merchant_id } = useUser()
  const isAllowed = useMay()('payments:read') && merchant_id !== null
  const { data } = useQuery({ ...undecidedQuery(merchant_id ?? ''), enabled: isAllowed })
  const rows = data?.data ?? []
  if (rows.length === 0) return null
  return (
    <Note
      tone="warn"
      title={
        rows.length === 1
          ? 'The outcome of one call to an acquirer is not known'
          : `The outcome of ${rows.length} calls to acquirers is not known`
      }
    >
      <p>
        The acquirer offers no way to find it out by program, so nothing is repeated and nothing is
        assumed. Look the call up at the acquirer by its ID. Your operator then records the answer.
      </p>
      <details className={styles.details}>
        <summary>Show the calls</summary>
        <ul>
          {rows.map((row) => (
            <Call key={row.operation_id} row={row} merchant_id={merchant_id ?? ''} />
          ))}
        </ul>
      </details>
    </Note>
  )
}

function Call({ row, merchant_id }: { row: Undecided; merchant_id: string }) {
  const name = useAccountName()
  const { operation_id, kind, object_id, amount, currency, created } = row
  const target = objectTarget(objects[kind] ?? '', object_id)
  const command = `florin-server operations resolve ${merchant_id} ${operation_id}`
  return (
    <li>
      <div>
        <b>
          {inWords(kind)}, {money(amount, currency)}
        </b>{' '}
        at {name(row)}, <Moment at={created} />,{' '}
        {target ? <Link {...target}>{object_id}</Link> : object_id}
      </div>
      <dl>
        <div>
          <dt>It moved money</dt>
          <dd>
            <Id>{`${command} --moved ${amount}`}</Id>
          </dd>
        </div>
        <div>
          <dt>It did not, and never will</dt>
          <dd>
            <Id>{`${command} --nothing-moved`}</Id>
          </dd>
        </div>
      </dl>
    </li>
  )
}
