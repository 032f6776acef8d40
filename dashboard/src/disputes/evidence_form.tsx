// Evidence by group. Nothing is sent while it is typed; the issuer receives it when it is submitted.
import { Accordion, Button, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { post } from '../api/change.ts'
import type { Schemas } from '../api/client.ts'
import { Action } from '../lib/action.tsx'
import { Moment } from '../lib/dates.tsx'
import { Card } from '../lib/details.tsx'
import { findFault } from '../lib/form_errors.ts'
import { hasValue } from './checklist_card.tsx'
import type { EvidenceState } from './draft.ts'
import {
  evidenceFields,
  type FieldName,
  listFields,
  type GroupName,
  groupNames,
  groups,
  MAX_TEXT,
} from './evidence_fields.ts'
import styles from './evidence.module.css'
import { FileField } from './file_field.tsx'
import { knownFrom } from './known.ts'
import type { Dispute } from './words.ts'

export const fieldId = (name: FieldName) => `evidence-${name}`

interface EvidenceFormProps {
  readonly dispute: Dispute
  readonly state: EvidenceState
  readonly payment: Schemas['Payment'] | undefined
  /** The groups that are open. */
  readonly opened: readonly GroupName[]
  setOpened: (opened: GroupName[]) => void
}

export function EvidenceForm({ dispute, state, payment, opened, setOpened }: EvidenceFormProps) {
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const known = payment ? knownFrom(payment, state.values) : []
  const count = Object.keys(state.changes).length
  return (
    <Card title="Your evidence" aside={<Submitted at={dispute.evidence_submitted_at} />}>
      <div className={styles.intro}>
        <span>
          Fill in what you have; no field is required. What you type stays in this tab until you
          submit it.
        </span>
        {known.length > 0 && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              for (const [name, value] of known) state.change(name, value)
              setOpened([...new Set([...opened, ...known.map(([name]) => fieldGroup(name))])])
            }}
          >
            Fill in from the payment
          </Button>
        )}
      </div>
      {/* A file that misses its field must not replace the page. */}
      <div
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => event.preventDefault()}
      >
        <Accordion
          multiple
          value={[...opened]}
          onChange={(value) => setOpened(value as GroupName[])}
          order={3}
        >
          {groups.map((group) => (
            <Group key={group} group={group} state={state}>
              {listFields(group).map((name) => (
                <Field
                  key={name}
                  name={name}
                  state={state}
                  dispute_id={dispute.dispute_id}
                  error={findFault(error, name)}
                />
              ))}
            </Group>
          ))}
        </Accordion>
      </div>
      <div className={styles.bar} data-unsent={count > 0}>
        <span role="status">{unsentText(count)}</span>
        {count > 0 && (
          <Button variant="subtle" color="gray" onClick={state.discard}>
            Discard
          </Button>
        )}
        <Button disabled={count === 0} onClick={() => setSending(true)}>
          Submit evidence
        </Button>
      </div>
      {isSending && (
        <Submit dispute={dispute} state={state} report={setError} close={() => setSending(false)} />
      )}
    </Card>
  )
}

function fieldGroup(name: FieldName): GroupName {
  return evidenceFields[name].group
}

function unsentText(count: number): string {
  if (count === 0) return 'Nothing new to submit.'
  return count === 1 ? '1 field is not submitted yet.' : `${count} fields are not submitted yet.`
}

function Submitted({ at }: { at: string | null }) {
  if (at === null) return <span className="faint">Not submitted yet</span>
  return (
    <span className="faint">
      Last submitted <Moment at={at} />
    </span>
  )
}

interface GroupProps {
  group: GroupName
  state: EvidenceState
  children: ReactNode
}

function Group({ group, state, children }: GroupProps) {
  const names = listFields(group)
  const filled = names.filter((name) => hasValue(state.values, name)).length
  return (
    <Accordion.Item value={group}>
      <Accordion.Control className={styles.control}>
        <span className={styles.group}>
          <b>{groupNames[group]}</b>
          <small className="num" dir="auto">
            {filled} of {names.length}
          </small>
        </span>
      </Accordion.Control>
      <Accordion.Panel>
        <div className={styles.fields}>{children}</div>
      </Accordion.Panel>
    </Accordion.Item>
  )
}

interface FieldProps {
  name: FieldName
  dispute_id: string
  state: EvidenceState
  error: string | undefined
}

function Field({ name, dispute_id, state, error }: FieldProps) {
  const { kind, label, help } = evidenceFields[name]
  const id = fieldId(name)
  if (kind === 'file') return <FileField {...{ name, id, dispute_id, state, error }} />
  const shared = {
    id,
    label,
    description: help,
    error,
    maxLength: MAX_TEXT,
    value: state.values[name] ?? '',
    onChange: (event: { currentTarget: { value: string } }) =>
      state.change(name, event.currentTarget.value),
  }
  return (
    <div data-wide={kind === 'text'}>
      {kind === 'line' ? (
        <TextInput {...shared} />
      ) : (
        <Textarea {...shared} autosize minRows={2} maxRows={12} />
      )}
    </div>
  )
}

interface SubmitProps {
  dispute: Dispute
  state: EvidenceState
  report: (error: Error | null) => void
  close: () => void
}

function Submit({
  dispute: { dispute_id, challenge_required_by },
  state,
  report,
  close,
}: SubmitProps) {
  const names = Object.keys(state.changes) as FieldName[]
  const added = names.filter((name) => state.changes[name] !== '')
  const removed = names.filter((name) => state.changes[name] === '')
  return (
    <Action
      title="Submit the evidence"
      verb="Submit to the issuer"
      close={close}
      run={post('/disputes/evidence', { body: { dispute_id, ...state.changes } })}
      failed={report}
      after={() => report(null)}
      next={state.discard}
      done={({ status }) =>
        status === 'submitted'
          ? 'The issuer has your evidence.'
          : 'The acquirer did not answer. The evidence is sent again until it does.'
      }
    >
      <p className="flush">
        The issuer receives this at once. You can add and change evidence until{' '}
        <Moment at={challenge_required_by} />.
      </p>
      <Names title="Sent" names={added} />
      <Names title="Removed" names={removed} />
    </Action>
  )
}

function Names({ title, names }: { title: string; names: readonly FieldName[] }) {
  if (names.length === 0) return null
  return (
    <p className="flush">
      <b>{title}: </b>
      {names.map((name) => evidenceFields[name].label).join(', ')}
    </p>
  )
}
