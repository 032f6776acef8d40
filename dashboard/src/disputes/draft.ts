// Evidence that is not submitted yet: a draft on the server, shared by the team and saved while it is typed.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { post } from '../api/change.ts'
import { api, ApiError, type Schemas, unwrapAnswer } from '../api/client.ts'
import { queries } from '../api/queries.ts'
import { isUnknown } from '../lib/change.ts'
import type { FieldName, GroupName } from './evidence_fields.ts'
import {
  afterConflict,
  afterSave,
  NOTHING,
  readUnsaved,
  storeUnsaved,
  type Unsaved,
  type Values,
  without,
} from './unsaved.ts'

export type { Values }

export interface FileEntry {
  readonly file_id: string
  readonly file_name: string | null
  readonly file_size: number | null
  readonly file_type: string | null
  readonly available: boolean
}

type Draft = Schemas['EvidenceDraft']
export type DraftedField = Draft['fields'][number]

interface Failure {
  readonly error: Error
  /** The same request is sent again. */
  readonly isRetried: boolean
  /** Fields that a colleague has changed meanwhile. */
  readonly conflicts: readonly FieldName[] | undefined
}

export interface EvidenceState {
  /** As the form shows it: what is submitted, with the draft over it. */
  readonly values: Values
  /** The fields that a submission would send. */
  readonly changes: Values
  readonly saving: 'saved' | 'saving' | Failure
  readonly conflicts: Values
  pickFile: (name: FieldName) => FileEntry | undefined
  pickDrafted: (name: FieldName) => DraftedField | undefined
  /** The value that the team sees. */
  pickShared: (name: FieldName) => string
  change: (name: FieldName, value: string) => void
  attach: (name: FieldName, file: FileEntry) => void
  resolve: (name: FieldName, keep: 'mine' | 'theirs') => void
  /** After these were submitted: nothing is left to save. */
  forget: (sent: Values) => void
  /** Takes every field out of the draft. */
  discard: (key: string) => Promise<Draft>
  forgetAll: () => void
}

const SAVE_MS = 1_000
const RETRY_MS = 5_000
const POLL_MS = 5_000

const draftKey = (dispute_id: string) => ['disputes', dispute_id, 'draft'] as const

/** Read again while the form is open: colleagues write too. */
export function useDraft(dispute_id: string, isLive: boolean) {
  const params = { path: { dispute_id } }
  return useQuery({
    queryKey: draftKey(dispute_id),
    refetchInterval: isLive ? POLL_MS : false,
    async queryFn() {
      const draft = await unwrapAnswer(api.GET('/disputes/evidence/{dispute_id}/draft', { params }))
      // A save may have been answered while this was read.
      const known = queries.getQueryData<Draft>(draftKey(dispute_id))
      return known !== undefined && known.revision > draft.revision ? known : draft
    },
  })
}

function sendDraft(dispute_id: string, revision: number, values: Values) {
  return post('/disputes/evidence/{dispute_id}/draft', {
    params: { path: { dispute_id } },
    body: { revision, ...values },
  })
}

export function useEvidence(
  dispute_id: string,
  evidence: Schemas['Evidence'],
  draft: Draft,
): EvidenceState {
  const { unsaved, update, saving } = useSaving(dispute_id)
  const [uploads, setUploads] = useState<Readonly<Record<string, FileEntry>>>({})
  const submitted = flat(evidence)
  const drafted = Object.fromEntries(draft.fields.map((each) => [each.evidence_type, each.value]))
  const shared: Values = { ...submitted, ...drafted }
  const values: Values = { ...shared, ...unsaved.values, ...unsaved.conflicts }
  const names = Object.keys(values) as FieldName[]
  const changed = names.filter((name) => values[name] !== (submitted[name] ?? ''))
  const change = (name: FieldName, value: string) =>
    update((before) => {
      if (before.conflicts[name] !== undefined)
        return { ...before, conflicts: { ...before.conflicts, [name]: value } }
      const isFirst = Object.keys(before.values).length === 0
      const revision = isFirst ? draft.revision : before.revision
      return { ...before, revision, values: { ...before.values, [name]: value } }
    })
  return {
    values,
    changes: Object.fromEntries(changed.map((name) => [name, values[name]])),
    saving,
    conflicts: unsaved.conflicts,
    pickFile(name) {
      const file_id = values[name] ?? ''
      const known = [...evidence.files, ...draft.files]
      return known.find((file) => file.file_id === file_id) ?? uploads[file_id]
    },
    pickDrafted: (name) => draft.fields.find(({ evidence_type }) => evidence_type === name),
    pickShared: (name) => shared[name] ?? '',
    change,
    attach(name, file) {
      setUploads((before) => ({ ...before, [file.file_id]: file }))
      change(name, file.file_id)
    },
    resolve: (name, keep) =>
      update((before) => {
        const conflicts = without(before.conflicts, [name])
        const mine = before.conflicts[name]
        if (keep === 'theirs' || mine === undefined) return { ...before, conflicts }
        const isFirst = Object.keys(before.values).length === 0
        const revision = isFirst ? draft.revision : before.revision
        return { revision, conflicts, values: { ...before.values, [name]: mine } }
      }),
    forget: (sent) =>
      update((before) => ({
        ...before,
        values: without(before.values, Object.keys(sent) as FieldName[]),
      })),
    discard: (key) => {
      const named = draft.fields.map(({ evidence_type: name }) => [name, submitted[name] ?? ''])
      return sendDraft(dispute_id, draft.revision, Object.fromEntries(named) as Values)(key)
    },
    forgetAll: () => update(() => NOTHING),
  }
}

/** Sends the unsaved changes when nothing was typed for a second, one request after the other. */
function useSaving(dispute_id: string) {
  const { unsaved, latest, update } = useUnsaved(dispute_id)
  const [failure, setFailure] = useState<Failure>()
  const [turn, setTurn] = useState(0)
  const isSending = useRef(false)
  /** Without an answer it stays the same request, which is never carried out twice. */
  const pending = useRef<{ key: string; revision: number; values: Values }>(undefined)
  const save = async () => {
    const { revision, values } = latest()
    if (isSending.current || Object.keys(values).length === 0) return
    isSending.current = true
    const request = (pending.current ??= { key: crypto.randomUUID(), revision, values })
    try {
      const send = sendDraft(dispute_id, request.revision, request.values)
      const draft = await send(request.key)
      pending.current = undefined
      queries.setQueryData(draftKey(dispute_id), draft)
      update((before) => afterSave(before, request.values, draft.revision))
      setFailure(undefined)
    } catch (error) {
      const failed = describeFailure(error)
      if (!failed.isRetried) pending.current = undefined
      const { conflicts } = failed
      if (conflicts === undefined) setFailure(failed)
      else {
        await queries.invalidateQueries({ queryKey: draftKey(dispute_id) })
        update((before) => afterConflict(before, conflicts))
      }
    }
    isSending.current = false
    setTurn((before) => before + 1)
  }
  const hasChanges = Object.keys(unsaved.values).length > 0
  useEffect(() => {
    if (!hasChanges || failure?.isRetried === false) return
    const timer = setTimeout(() => void save(), failure === undefined ? SAVE_MS : RETRY_MS)
    return () => clearTimeout(timer)
  }, [unsaved.values, failure, turn])
  // The page is left before the second is over.
  useEffect(() => () => void save(), [])
  const saving = hasChanges ? (failure ?? ('saving' as const)) : ('saved' as const)
  return {
    unsaved,
    saving,
    update: (decide: (before: Unsaved) => Unsaved) => {
      // Another change may have removed what the server refused.
      if (failure?.isRetried === false) setFailure(undefined)
      update(decide)
    },
  }
}

/** In the tab's storage as well, so that they survive a reload. */
function useUnsaved(dispute_id: string) {
  const [unsaved, setUnsaved] = useState(() => readUnsaved(dispute_id))
  const current = useRef(unsaved)
  const update = (decide: (before: Unsaved) => Unsaved) => {
    current.current = decide(current.current)
    storeUnsaved(dispute_id, current.current)
    setUnsaved(current.current)
  }
  return { unsaved, latest: () => current.current, update }
}

function describeFailure(error: unknown): Failure {
  if (!(error instanceof ApiError)) throw error
  const conflicts = error.details['evidence_types'] as FieldName[] | undefined
  return { error, conflicts, isRetried: isUnknown(error) || TRANSIENT.has(error.code) }
}

/** Another request changes the draft, or too many requests were sent. */
const TRANSIENT: ReadonlySet<string> = new Set(['HE_00', 'RL_01'])

function flat({ evidence }: Schemas['Evidence']): Values {
  const groups = Object.keys(evidence) as GroupName[]
  return Object.assign({}, ...groups.map((group) => evidence[group])) as Values
}
