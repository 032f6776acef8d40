import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { Card } from '../lib/details.tsx'
import { pickChecklist } from './checklist.ts'
import type { Values } from './draft.ts'
import { evidenceFields, type FieldName } from './evidence_fields.ts'
import styles from './evidence.module.css'

interface ChecklistProps {
  readonly reason: string
  readonly values: Values
  /** Leads to the field; absent when nothing can be changed. */
  readonly open?: ((name: FieldName) => void) | undefined
}

export function ChecklistCard({ reason, values, open }: ChecklistProps) {
  const points = pickChecklist(reason)
  const done = points.filter(({ field }) => hasValue(values, field)).length
  return (
    <Card
      title="What convinces an issuer"
      aside={
        <span className="faint num" dir="auto">
          {done} of {points.length}
        </span>
      }
    >
      <ol className={styles.checklist}>
        {points.map(({ field, why }) => {
          const isDone = hasValue(values, field)
          const Icon = isDone ? IconCircleCheck : IconCircle
          const { label } = evidenceFields[field]
          return (
            <li key={field} data-done={isDone}>
              <Icon size={18} stroke={1.75} role="img" aria-label={isDone ? 'Added' : 'Missing'} />
              <div>
                {open ? (
                  <button type="button" className={styles.point} onClick={() => open(field)}>
                    {label}
                  </button>
                ) : (
                  <b>{label}</b>
                )}
                <p>{why}</p>
              </div>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

export function hasValue(values: Values, name: FieldName): boolean {
  return (values[name] ?? '').trim() !== ''
}
