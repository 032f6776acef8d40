// Changes that the server does not have yet. They stay in the tab's session storage, so a lost connection and a reload
// lose nothing.
import type { FieldName } from './evidence_fields.ts'

export type Values = Partial<Record<FieldName, string>>

export interface Unsaved {
  /** The draft's revision that the changes were made to. */
  readonly revision: number
  readonly values: Values
  /** Changes of fields that a colleague has changed meanwhile. They are not saved before a text is chosen. */
  readonly conflicts: Values
}

export const NOTHING: Unsaved = { revision: 0, values: {}, conflicts: {} }

const storageKey = (dispute_id: string) => `florin.evidence.${dispute_id}`

export function readUnsaved(dispute_id: string): Unsaved {
  try {
    const text = sessionStorage.getItem(storageKey(dispute_id))
    return text === null ? NOTHING : { ...NOTHING, ...(JSON.parse(text) as Partial<Unsaved>) }
  } catch {
    return NOTHING
  }
}

export function storeUnsaved(dispute_id: string, unsaved: Unsaved): void {
  try {
    if (isEmpty(unsaved)) sessionStorage.removeItem(storageKey(dispute_id))
    else sessionStorage.setItem(storageKey(dispute_id), JSON.stringify(unsaved))
  } catch {
    // The storage is full or switched off: the form still has what was typed.
  }
}

function isEmpty({ values, conflicts }: Unsaved): boolean {
  return Object.keys(values).length + Object.keys(conflicts).length === 0
}

export function without(values: Values, names: readonly FieldName[]): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => !names.includes(name as FieldName)),
  )
}

/** A field that was typed in while it was sent is still unsaved. */
export function afterSave(before: Unsaved, sent: Values, revision: number): Unsaved {
  const saved = (Object.keys(sent) as FieldName[]).filter(
    (name) => before.values[name] === sent[name],
  )
  return { ...before, revision, values: without(before.values, saved) }
}

/** Nothing was saved: these fields wait for a choice, the others are sent again. */
export function afterConflict(before: Unsaved, names: readonly FieldName[]): Unsaved {
  const mine = Object.entries(before.values).filter(([name]) => names.includes(name as FieldName))
  return {
    ...before,
    values: without(before.values, names),
    conflicts: { ...before.conflicts, ...Object.fromEntries(mine) },
  }
}
