// An evidence field for a file: dropped or chosen, checked, uploaded with progress, previewed and removed.
import { Button, FileButton, Input, Progress } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { ACCEPTED, faultOfFile, uploadFile } from '../api/upload.ts'
import type { EvidenceState } from './draft.ts'
import { evidenceFields, type FieldName } from './evidence_fields.ts'
import styles from './evidence.module.css'
import { FileRow } from './file_row.tsx'

interface FileFieldProps {
  readonly name: FieldName
  readonly id: string
  readonly dispute_id: string
  readonly state: EvidenceState
  /** The API's error about this field. */
  readonly error: string | undefined
}

export function FileField({ name, id, dispute_id, state, error }: FileFieldProps) {
  const { label, help } = evidenceFields[name]
  const { share, fault, start, stop, reset } = useUpload(name, dispute_id, state)
  const file = state.pickFile(name)
  const remove = () => {
    reset()
    // The server deletes a file that nothing refers to after 30 days.
    state.change(name, '')
  }
  return (
    <Input.Wrapper label={label} labelElement="div" description={help} error={fault ?? error}>
      {share !== undefined ? (
        <Uploading label={label} share={share} stop={stop} />
      ) : file ? (
        <FileRow file={file} id={id} remove={remove} />
      ) : (
        <Drop label={label} id={id} take={start} />
      )}
    </Input.Wrapper>
  )
}

function useUpload(name: FieldName, dispute_id: string, state: EvidenceState) {
  const [share, setShare] = useState<number>()
  const [fault, setFault] = useState<string>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (file: File) => {
    const refusal = await faultOfFile(file)
    setFault(refusal)
    if (refusal !== undefined) return
    const { signal } = (running.current = new AbortController())
    setShare(0)
    try {
      const { file_id, file_name, file_size, file_type } = await uploadFile(
        file,
        dispute_id,
        setShare,
        signal,
      )
      state.attach(name, { file_id, file_name, file_size, file_type, available: true })
    } catch (error) {
      setFault(error instanceof Error ? error.message : 'The upload failed.')
    } finally {
      setShare(undefined)
    }
  }
  return {
    share,
    fault,
    start: (file: File) => void start(file),
    stop: () => {
      running.current?.abort()
      setShare(undefined)
    },
    reset: () => setFault(undefined),
  }
}

function Uploading({ label, share, stop }: { label: string; share: number; stop: () => void }) {
  const percent = Math.round(100 * share)
  return (
    <div className={styles.file} role="status">
      <div className={styles.progress}>
        <span className="num">Uploading, {percent} %</span>
        <Progress value={percent} aria-label={`Upload of ${label}`} />
      </div>
      <Button variant="default" size="compact-sm" onClick={stop}>
        Stop
      </Button>
    </div>
  )
}

function Drop({ label, id, take }: { label: string; id: string; take: (file: File) => void }) {
  const [isDragged, setDragged] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setDragged(false)
    const [file] = event.dataTransfer.files
    if (file) take(file)
  }
  return (
    <div
      className={styles.drop}
      data-over={isDragged}
      onDragOver={(event) => {
        event.preventDefault()
        setDragged(true)
      }}
      onDragLeave={() => setDragged(false)}
      onDrop={drop}
    >
      <IconUpload size={18} stroke={1.75} aria-hidden />
      <span>
        <span className={styles.dropText}>Drop a file here, or </span>
        <FileButton accept={ACCEPTED} onChange={(file) => file && take(file)}>
          {(props) => (
            <button
              {...props}
              type="button"
              id={id}
              className={styles.choose}
              aria-label={`Choose one: ${label}`}
            >
              choose one
            </button>
          )}
        </FileButton>
        <small>JPEG, PNG or PDF, at most 5 MB</small>
      </span>
    </div>
  )
}
