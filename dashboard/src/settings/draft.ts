// Unsaved profile changes. Only fields that differ from the stored profile are sent.
import { useState } from 'react'
import { post } from '../api/change.ts'
import type { Schemas } from '../api/client.ts'
import type { Profile } from '../api/profiles.ts'
import { queries } from '../api/queries.ts'
import { useChange } from '../lib/change.ts'
import { useFields } from '../lib/form.tsx'
import { profileFields, startProfile } from './fields.ts'

type Changes = Schemas['UpdateBusinessProfileRequest']

/** The settings that have their own editors. */
type Edited = Pick<Changes, 'risk_rules' | 'metadata'>

export type Draft = ReturnType<typeof useDraft>

export function useDraft(profile: Profile) {
  const { merchant_id, profile_id } = profile
  const form = useFields(profileFields, startProfile(profile))
  const [edited, setEdited] = useState<Edited>({})
  // A new number after each save or discard resets the editors.
  const [generation, setGeneration] = useState(0)
  const clear = (stored: Profile) => {
    form.restart(startProfile(stored))
    setEdited({})
    setGeneration((before) => before + 1)
  }
  const changes = completeChanges(form.changes(), profile, edited)
  const { error, isPending, send, reset } = useChange({
    form,
    run: post('/account/{merchant_id}/business_profile/{profile_id}', {
      params: { path: { merchant_id, profile_id } },
      body: changes,
    }),
    after: (saved) => queries.setQueryData(['profiles', merchant_id, profile_id], saved),
    done: (saved) => `The settings of ${saved.profile_name} are saved.`,
    next: clear,
  })
  return {
    form,
    risk_rules: edited.risk_rules ?? profile.risk_rules,
    changes,
    error,
    isSaving: isPending,
    generation,
    edit: (next: Edited) => setEdited((before) => ({ ...before, ...next })),
    save: () => send(),
    discard: () => {
      reset()
      clear(profile)
    },
  }
}

/** Drops edits that equal the saved profile, and an empty metadata patch. */
function completeChanges(changes: Changes, profile: Profile, edited: Edited): Changes {
  const { risk_rules, metadata } = edited
  const isSame = JSON.stringify(risk_rules) === JSON.stringify(profile.risk_rules)
  return {
    ...changes,
    // Without identities it is an empty object, never null.
    ...('wallet_identities' in changes && { wallet_identities: changes.wallet_identities ?? {} }),
    ...(risk_rules && !isSame && { risk_rules }),
    ...(metadata && Object.keys(metadata).length > 0 && { metadata }),
  }
}
