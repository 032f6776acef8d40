// The evidence as it was submitted, for a dispute that takes no more and for a role that may only read.
import type { Schemas } from '../api/client.ts'
import { Moment } from '../lib/dates.tsx'
import { Card } from '../lib/details.tsx'
import {
  evidenceFields,
  type FieldName,
  listFields,
  groupNames,
  groups,
} from './evidence_fields.ts'
import styles from './evidence.module.css'
import { FileRow } from './file_row.tsx'

interface EvidenceReadProps {
  readonly evidence: Schemas['Evidence']
  readonly draft: Schemas['EvidenceDraft']
}

export function EvidenceRead({ evidence, draft }: EvidenceReadProps) {
  const pickFile = (name: FieldName) =>
    evidence.files.find(({ evidence_type }) => evidence_type === name)
  const shown = groups.filter((group) => evidence.evidence[group] !== undefined)
  return (
    <Card
      title="Your evidence"
      aside={
        evidence.evidence_submitted_at !== null && (
          <span className="faint">
            Submitted <Moment at={evidence.evidence_submitted_at} />
          </span>
        )
      }
    >
      <div className={styles.read}>
        {shown.length === 0 && <span className="faint">No evidence was submitted.</span>}
        {shown.map((group) => (
          <section key={group}>
            <h3>{groupNames[group]}</h3>
            <dl>
              {listFields(group)
                .filter((name) => evidence.evidence[group]?.[name] !== undefined)
                .map((name) => {
                  const file = pickFile(name)
                  return (
                    <div key={name}>
                      <dt>{evidenceFields[name].label}</dt>
                      <dd>{file ? <FileRow file={file} /> : evidence.evidence[group]?.[name]}</dd>
                    </div>
                  )
                })}
            </dl>
          </section>
        ))}
        {draft.fields.length > 0 && <Draft draft={draft} />}
      </div>
    </Card>
  )
}

/** A colleague may still be working on it; after the deadline it is what the issuer did not get. */
function Draft({ draft: { fields, files } }: Pick<EvidenceReadProps, 'draft'>) {
  return (
    <section>
      <h3>Draft, not submitted</h3>
      <dl>
        {fields.map(({ evidence_type: name, value }) => {
          const file = files.find(({ evidence_type }) => evidence_type === name)
          return (
            <div key={name}>
              <dt>{evidenceFields[name].label}</dt>
              <dd>{file ? <FileRow file={file} /> : value === '' ? 'To be removed' : value}</dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
