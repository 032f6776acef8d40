// Evidence that is not submitted yet. The API sends evidence to the issuer at once, so what is typed before that stays in
// the tab's session storage, by dispute. It survives an error and a reload.
import { useState } from 'react'
import type { Schemas } from '../api/client.ts'
import type { FieldName, GroupName } from './evidence_fields.ts'

export type Values = Partial<Record<FieldName, string>>

export interface FileEntry {
  readonly file_id: string
  readonly file_name: string | null
  readonly file_size: number | null
  readonly file_type: string | null
  readonly available: boolean
}

interface Draft {
  /** An empty value clears the field when it is submitted. */
  readonly values: Values
  /** The files that were uploaded for it, by id. */
  readonly files: Readonly<Record<string, FileEntry>>
}

export interface EvidenceState {
  /** As the form shows it: what is submitted, with the changes over it. */
  readonly values: Values
  /** The fields that a submission would send. */
  readonly changes: Values
  pickFile: (name: FieldName) => FileEntry | undefined
  change: (name: FieldName, value: string) => void
  attach: (name: FieldName, file: FileEntry) => void
  /** True if the file is only in the draft, so that nothing refers to it yet. */
  isUnsent: (file_id: string) => boolean
  discard: () => void
}

const EMPTY: Draft = { values: {}, files: {} }
const storageKey = (dispute_id: string) => `florin.evidence.${dispute_id}`

function read(dispute_id: string): Draft {
  try {
    const text = sessionStorage.getItem(storageKey(dispute_id))
    return text === null ? EMPTY : { ...EMPTY, ...(JSON.parse(text) as Partial<Draft>) }
  } catch {
    return EMPTY
  }
}

function write(dispute_id: string, draft: Draft): void {
  try {
    if (Object.keys(draft.values).length === 0) sessionStorage.removeItem(storageKey(dispute_id))
    else sessionStorage.setItem(storageKey(dispute_id), JSON.stringify(draft))
  } catch {
    // The storage is full or switched off: the form still has what was typed.
  }
}

/** Changes over the submitted evidence, so that a field that another user submits meanwhile is not overwritten. */
export function useEvidence(dispute_id: string, evidence: Schemas['Evidence']): EvidenceState {
  const [draft, setDraft] = useState(() => read(dispute_id))
  const submitted = flat(evidence)
  const update = (decide: (before: Draft) => Draft) =>
    setDraft((before) => {
      const next = decide(before)
      write(dispute_id, next)
      return next
    })
  const values: Values = { ...submitted, ...draft.values }
  const changed = Object.entries(draft.values) as [FieldName, string][]
  const change = (name: FieldName, value: string, file?: FileEntry) =>
    update((before) => {
      const { [name]: _, ...rest } = before.values
      const files = file === undefined ? {} : { [file.file_id]: file }
      return {
        values: value === (submitted[name] ?? '') ? rest : { ...rest, [name]: value },
        files: { ...before.files, ...files },
      }
    })
  return {
    values,
    changes: Object.fromEntries(
      changed.filter(([name, value]) => value !== (submitted[name] ?? '')),
    ),
    pickFile(name) {
      const file_id = values[name] ?? ''
      return (
        evidence.files.find((file) => file.file_id === file_id) ?? draft.files[file_id] ?? undefined
      )
    },
    change: (name, value) => change(name, value),
    attach: (name, file) => change(name, file.file_id, file),
    isUnsent: (file_id) => !evidence.files.some((file) => file.file_id === file_id),
    discard: () => update(() => EMPTY),
  }
}

function flat({ evidence }: Schemas['Evidence']): Values {
  const groups = Object.keys(evidence) as GroupName[]
  return Object.assign({}, ...groups.map((group) => evidence[group])) as Values
}
