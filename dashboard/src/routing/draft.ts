// Unsaved routing changes. Nothing is live before it is saved, and a simulation uses the draft.
import { useState } from 'react'
import { post } from '../api/change.ts'
import { queries } from '../api/queries.ts'
import { useChange } from '../lib/change.ts'
import type { Routing } from './words.ts'

type Edited = Partial<Pick<Routing, 'rules' | 'default' | 'max_fallbacks'>>

export type Draft = ReturnType<typeof useDraft>

export function routingKey(merchant_id: string, profile_id: string) {
  return ['routing', merchant_id, profile_id] as const
}

export function useDraft(merchant_id: string, stored: Routing) {
  const { profile_id } = stored
  const [edited, setEdited] = useState<Edited>({})
  const changes = dropEqual(edited, stored)
  const { error, isPending, send, reset } = useChange({
    run: post('/account/{merchant_id}/business_profile/{profile_id}/routing', {
      params: { path: { merchant_id, profile_id } },
      body: changes,
    }),
    after: (saved) => queries.setQueryData(routingKey(merchant_id, profile_id), saved),
    done: () => 'The routing is saved. New payments follow it.',
    next: () => setEdited({}),
  })
  return {
    routing: { ...stored, ...changes },
    isChanged: Object.keys(changes).length > 0,
    error,
    isSaving: isPending,
    edit: (next: Edited) => setEdited((before) => ({ ...before, ...next })),
    save: () => send(),
    discard: () => {
      reset()
      setEdited({})
    },
  }
}

/** Drops edits that equal the saved routing. */
function dropEqual(edited: Edited, stored: Routing): Edited {
  const names = Object.keys(edited) as (keyof Edited)[]
  const changed = names.filter(
    (name) => JSON.stringify(edited[name]) !== JSON.stringify(stored[name]),
  )
  return Object.fromEntries(changed.map((name) => [name, edited[name]]))
}
