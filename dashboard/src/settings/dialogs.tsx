import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { unwrapAnswer, api } from '../api/client.ts'
import { chooseProfile, type Profile, useProfile } from '../api/profiles.ts'
import { Action } from '../lib/action.tsx'
import { once } from '../lib/send.ts'
import { ShownOnce } from '../lib/shown_once.tsx'

interface CreateProps {
  merchant_id: string
  close: () => void
  /** The new profile, whose secret is shown once. */
  show: (profile: Profile) => void
}

export function CreateProfile({ merchant_id, close, show }: CreateProps) {
  const [profile_name, setName] = useState('')
  const [return_url, setUrl] = useState('')
  const made = useRef<Profile>(undefined)
  return (
    <Action
      title="New profile"
      verb="Create the profile"
      isReady={profile_name.trim() !== ''}
      close={() => {
        close()
        if (made.current) show(made.current)
      }}
      run={async (key) => {
        const url = return_url.trim()
        const body = {
          profile_name: profile_name.trim(),
          ...(url === '' ? {} : { return_url: url }),
        }
        made.current = await unwrapAnswer(
          api.POST('/account/{merchant_id}/business_profile', {
            params: { path: { merchant_id } },
            headers: once(key),
            body,
          }),
        )
        return made.current
      }}
      done={(profile) => `The profile ${profile.profile_name} is created.`}
    >
      <p className="flush">
        A profile is one shop: it has its own settings, webhooks, payment pages and subscriptions.
      </p>
      <TextInput
        label="Name"
        maxLength={64}
        data-autofocus
        value={profile_name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Return URL"
        description="Where browsers are sent after a payment. You can set it later."
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        type="url"
        placeholder="https://shop.example/return"
        value={return_url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
    </Action>
  )
}

/** The API answers with the whole secret only now. */
export function SecretOnce({ profile, close }: { profile: Profile; close: () => void }) {
  const { profile_name, payment_response_hash_key } = profile
  return (
    <ShownOnce title="The webhook signing secret" secret={payment_response_hash_key} close={close}>
      <p>
        Your server checks with it that webhooks of {profile_name} come from Florin. If you lose it,
        rotate it.
      </p>
    </ShownOnce>
  )
}

export function DeleteProfile({ profile, close }: { profile: Profile; close: () => void }) {
  const navigate = useNavigate()
  const chosen = useProfile()
  const { merchant_id, profile_id, profile_name } = profile
  return (
    <Action
      title={`Delete ${profile_name}`}
      verb={`Delete ${profile_name}`}
      isDangerous
      close={close}
      run={() => {
        const params = { path: { merchant_id, profile_id } }
        const url = '/account/{merchant_id}/business_profile/{profile_id}'
        return unwrapAnswer(api.DELETE(url, { params }))
      }}
      done={() => {
        if (chosen?.profile_id === profile_id) chooseProfile(merchant_id, undefined)
        void navigate({ to: '/settings' })
        return `The profile ${profile_name} is deleted.`
      }}
    >
      <p className="flush">
        No new payments can be made with it. Payments that it has stay, with their webhooks. A
        profile with open payments, payment links, payouts or subscriptions cannot be deleted.
      </p>
    </Action>
  )
}
