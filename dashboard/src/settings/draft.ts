// Changes of a profile that are not saved yet. Only what differs from the stored profile is sent.
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import type { Profile } from '../api/profiles.ts'
import { queries } from '../api/queries.ts'
import { announce } from '../frame/announce.tsx'
import { fieldError } from '../lib/form.tsx'

export type Changes = Schemas['UpdateBusinessProfileRequest']

export interface Draft {
  /** The profile as it will be. */
  readonly value: Profile
  readonly changes: Changes
  readonly error: Error | null
  readonly isSaving: boolean
  /** Whether the person may change it. */
  readonly isOpen: boolean
  /** Another number after each save or discard, for editors with a state of their own. */
  readonly generation: number
  set: (changes: Changes) => void
  fault: (field: string) => string | undefined
  save: () => void
  discard: () => void
}

export function useDraft(profile: Profile, isOpen: boolean): Draft {
  const [changes, setChanges] = useState<Changes>({})
  const [generation, setGeneration] = useState(0)
  const { merchant_id, profile_id } = profile
  const clear = () => {
    setChanges({})
    setGeneration((before) => before + 1)
  }
  const save = useMutation({
    mutationFn: (body: Changes) => {
      const params = { path: { merchant_id, profile_id } }
      const url = '/account/{merchant_id}/business_profile/{profile_id}'
      return unwrapAnswer(api.POST(url, { params, body }))
    },
    async onSuccess(saved) {
      queries.setQueryData(['profiles', merchant_id, profile_id], saved)
      clear()
      announce('done', `The settings of ${saved.profile_name} are saved.`)
      await queries.invalidateQueries({ queryKey: ['profiles'] })
    },
  })
  const { error } = save
  useEffect(() => {
    if (error) document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  return {
    value: { ...profile, ...changes } as Profile,
    changes,
    error: isSame(save.variables, changes) ? error : null,
    isSaving: save.isPending,
    isOpen,
    generation,
    set: (next) => setChanges((before) => withoutSame(profile, { ...before, ...next })),
    // What was changed since is not judged yet.
    fault(field) {
      const name = (field.split('.')[0] ?? '') as keyof Changes
      return isSame(save.variables?.[name], changes[name]) ? fieldError(error, field) : undefined
    },
    save: () => !save.isPending && save.mutate(changes),
    discard() {
      save.reset()
      clear()
    },
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** What is again as it was is no change. An empty patch of the metadata is none either. */
function withoutSame(profile: Profile, changes: Changes): Changes {
  const entries = Object.entries(changes).filter(([name, value]) => {
    if (name === 'metadata') return Object.keys(value ?? {}).length > 0
    return !isSame(value, profile[name as keyof Profile])
  })
  return Object.fromEntries(entries)
}
