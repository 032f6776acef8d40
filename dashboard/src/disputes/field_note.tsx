// Below a field of the draft: who changed it last, and the choice after two people have changed it.
import { Button, Group } from '@mantine/core'
import { useUser } from '../api/session.ts'
import { Moment } from '../lib/dates.tsx'
import { useUserName } from '../team/users.ts'
import type { DraftedField, EvidenceState } from './draft.ts'
import { evidenceFields, type FieldName } from './evidence_fields.ts'
import styles from './evidence.module.css'

interface FieldNoteProps {
  readonly name: FieldName
  readonly state: EvidenceState
}

export function FieldNote({ name, state }: FieldNoteProps) {
  const drafted = state.pickDrafted(name)
  if (state.conflicts[name] !== undefined) return <Conflict {...{ name, state, drafted }} />
  if (drafted === undefined) return null
  return (
    <small className={styles.edited}>
      <Editor of={drafted} />, <Moment at={drafted.edited_at} />
    </small>
  )
}

function Conflict({
  name,
  state,
  drafted,
}: FieldNoteProps & { drafted: DraftedField | undefined }) {
  const theirs = state.pickShared(name)
  const isFile = evidenceFields[name].kind === 'file'
  return (
    <div className={styles.conflict} role="alert">
      <p>
        {drafted ? <Editor of={drafted} /> : 'A colleague'} changed this field meanwhile, so the
        text above is not saved. {theirs === '' ? 'It is empty now.' : isFile ? '' : 'It is now:'}
      </p>
      {theirs !== '' && !isFile && <blockquote>{theirs}</blockquote>}
      <Group gap="xs">
        <Button variant="default" size="compact-sm" onClick={() => state.resolve(name, 'theirs')}>
          Use theirs
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => state.resolve(name, 'mine')}>
          Save mine
        </Button>
      </Group>
    </div>
  )
}

function Editor({ of: { edited_by } }: { of: DraftedField }) {
  const { user_id } = useUser()
  const name = useUserName()
  if (edited_by === user_id) return <>You</>
  if (edited_by === null || edited_by.startsWith('key_')) return <>Your server</>
  return <>{name(edited_by)}</>
}
