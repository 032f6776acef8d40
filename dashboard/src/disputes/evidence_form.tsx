// Evidence by group. What is typed is saved in the team's draft; the issuer receives it when it is submitted.
import { Accordion, Button, Textarea, TextInput, Tooltip } from '@mantine/core'
import { type ReactNode, useState } from 'react'
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
import { FieldNote } from './field_note.tsx'
import { FileField } from './file_field.tsx'
import { knownFrom } from './known.ts'
import { Names, Submit } from './submit.tsx'
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
  const [error, setError] = useState<Error | null>(null)
  const known = payment ? knownFrom(payment, state.values) : []
  return (
    <Card title="Your evidence" aside={<Submitted at={dispute.evidence_submitted_at} />}>
      <div className={styles.intro}>
        <span>
          Fill in what you have; no field is required. Your team shares this draft. The issuer gets
          nothing before it is submitted.
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
      <Bar {...{ dispute, state }} report={setError} />
    </Card>
  )
}

interface BarProps {
  readonly dispute: Dispute
  readonly state: EvidenceState
  report: (error: Error | null) => void
}

function Bar({ dispute, state, report }: BarProps) {
  const [dialog, setDialog] = useState<'submit' | 'discard'>()
  const close = () => setDialog(undefined)
  const count = Object.keys(state.changes).length
  const reason = explainDisabled(state)
  return (
    <>
      <div className={styles.bar} data-unsent={count > 0}>
        <span>
          {unsentText(count)} <Saving state={state} />
        </span>
        {count > 0 && (
          <Button variant="subtle" color="gray" onClick={() => setDialog('discard')}>
            Discard
          </Button>
        )}
        <Tooltip label={reason} disabled={reason === undefined}>
          <Button
            {...(reason !== undefined && { 'data-disabled': true })}
            aria-disabled={reason !== undefined}
            onClick={() => {
              if (reason === undefined) setDialog('submit')
            }}
          >
            Review and submit
          </Button>
        </Tooltip>
      </div>
      {dialog === 'submit' && <Submit {...{ dispute, state, report, close }} />}
      {dialog === 'discard' && <Discard {...{ state, close }} />}
    </>
  )
}

function fieldGroup(name: FieldName): GroupName {
  return evidenceFields[name].group
}

function unsentText(count: number): string {
  if (count === 0) return 'Nothing new to submit.'
  return count === 1 ? '1 field is not submitted yet.' : `${count} fields are not submitted yet.`
}

/** Undefined if the evidence can be submitted. */
function explainDisabled({ changes, conflicts }: EvidenceState): string | undefined {
  if (Object.keys(changes).length === 0)
    return 'Fill in a field first: nothing differs from what the issuer has.'
  if (Object.keys(conflicts).length > 0)
    return 'First choose which text stays in the marked fields.'
  return undefined
}

function Saving({ state: { saving, changes } }: { state: EvidenceState }) {
  if (typeof saving === 'object') {
    const next = saving.isRetried ? 'It is tried again.' : 'Change the field, or try again later.'
    return (
      <span role="alert" className={styles.unsaved}>
        Not saved. {saving.error.message} {next}
      </span>
    )
  }
  const isQuiet = saving === 'saved' && Object.keys(changes).length === 0
  return <span role="status">{isQuiet ? '' : saving === 'saved' ? 'Saved' : 'Saving…'}</span>
}

function Discard({ state, close }: { state: EvidenceState; close: () => void }) {
  const names = Object.keys(state.changes) as FieldName[]
  return (
    <Action
      title="Discard the draft"
      verb="Discard for everybody"
      isDangerous
      close={close}
      run={state.discard}
      after={state.forgetAll}
      done={() => 'The draft is discarded.'}
    >
      <p className="flush">
        Your team loses what it has collected and not submitted. What the issuer has stays.
      </p>
      <Names title="Discarded" names={names} />
    </Action>
  )
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
  if (kind === 'file') {
    return (
      <div>
        <FileField {...{ name, id, dispute_id, state, error }} />
        <FieldNote name={name} state={state} />
      </div>
    )
  }
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
      <FieldNote name={name} state={state} />
    </div>
  )
}
