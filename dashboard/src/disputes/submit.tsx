// The last look before evidence is submitted: what the issuer gets, as the server will send it.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { post } from '../api/change.ts'
import { api, type Schemas, unwrapAnswer } from '../api/client.ts'
import { Action } from '../lib/action.tsx'
import { At } from '../lib/days.tsx'
import { LoadedRows } from '../lib/loaded.tsx'
import type { EvidenceState, Values } from './draft.ts'
import { evidenceFields, type FieldName } from './evidence_fields.ts'
import styles from './evidence.module.css'
import { FileRow } from './file_row.tsx'
import type { Dispute } from './words.ts'

interface SubmitProps {
  dispute: Dispute
  state: EvidenceState
  report: (error: Error | null) => void
  close: () => void
}

export function Submit({ dispute, state, report, close }: SubmitProps) {
  const { dispute_id, challenge_required_by } = dispute
  // A colleague's later edits are not sent: they have not been reviewed here.
  const [sent] = useState(state.changes)
  const preview = usePreview(dispute_id, sent)
  const removed = (Object.keys(sent) as FieldName[]).filter((name) => sent[name] === '')
  return (
    <Action
      title="What the issuer gets"
      verb="Submit to the issuer"
      size="lg"
      close={close}
      isReady={preview.isSuccess}
      run={post('/disputes/evidence', { body: { dispute_id, ...sent } })}
      failed={report}
      after={() => {
        report(null)
        state.forget(sent)
      }}
      done={({ status }) =>
        status === 'submitted'
          ? 'The issuer has your evidence.'
          : 'The acquirer did not answer. The evidence is sent again until it does.'
      }
    >
      <p className="flush">
        The issuer receives this at once. You can add and change evidence until{' '}
        <At at={challenge_required_by} />.
      </p>
      <LoadedRows query={preview}>{(data) => <Preview preview={data} sent={sent} />}</LoadedRows>
      <Names title="Removed" names={removed} />
    </Action>
  )
}

function usePreview(dispute_id: string, sent: Values) {
  const body = { dispute_id, ...sent }
  return useQuery({
    queryKey: ['disputes', dispute_id, 'preview', sent],
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: () => unwrapAnswer(api.POST('/disputes/evidence/preview', { body })),
  })
}

interface PreviewProps {
  readonly preview: Schemas['EvidencePreview']
  readonly sent: Values
}

/** In the order in which it is sent. */
function Preview({ preview: { texts, files }, sent }: PreviewProps) {
  return (
    <dl className={styles.preview}>
      {texts.map(({ evidence_type, value }) => (
        <div key={evidence_type}>
          <Heading name={evidence_type} sent={sent} />
          <dd>{value}</dd>
        </div>
      ))}
      {files.map((file) => (
        <div key={file.evidence_type}>
          <Heading name={file.evidence_type} sent={sent} />
          <dd>
            <FileRow file={{ ...file, available: true }} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Heading({ name, sent }: { name: FieldName; sent: Values }) {
  return (
    <dt>
      {evidenceFields[name].label} <code>{name}</code>
      {sent[name] === undefined && <small>Submitted before</small>}
    </dt>
  )
}

export function Names({ title, names }: { title: string; names: readonly FieldName[] }) {
  if (names.length === 0) return null
  return (
    <p className="flush">
      <b>{title}: </b>
      {names.map((name) => evidenceFields[name].label).join(', ')}
    </p>
  )
}
