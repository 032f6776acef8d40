import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { post, remove } from '../api/change.ts'
import { chooseProfile, type Profile, profilesQuery, useProfile } from '../api/profiles.ts'
import { useUser } from '../api/session.ts'
import { Action } from '../lib/action.tsx'
import type { Fields } from '../lib/field_values.ts'
import { useFields } from '../lib/form.tsx'
import { ShownOnce } from '../lib/shown_once.tsx'

interface CreateProps {
  merchant_id: string
  close: () => void
  /** The new profile, whose secret is shown once. */
  show: (profile: Profile) => void
}

const fields = {
  profile_name: { kind: 'text', label: 'Name', maxLength: 64, 'data-autofocus': true },
  return_url: {
    kind: 'text',
    type: 'url',
    label: 'Return URL',
    isOptional: true,
    description: 'Where browsers are sent after a payment. You can set it later.',
    placeholder: 'https://shop.example/return',
  },
} satisfies Fields

export function CreateProfile({ merchant_id, close, show }: CreateProps) {
  const form = useFields(fields)
  const { data: profiles = [] } = useQuery(profilesQuery(useUser()))
  const usual = profiles.find(({ is_default }) => is_default)
  return (
    <Action
      title="New profile"
      verb="Create the profile"
      isReady={form.values.profile_name.trim() !== ''}
      form={form}
      close={close}
      run={post('/account/{merchant_id}/business_profile', {
        params: { path: { merchant_id } },
        body: form.read(),
      })}
      next={show}
      done={(profile) => `The profile ${profile.profile_name} is created.`}
    >
      <p className="flush">
        A profile is one shop: it has its own settings, webhooks, payment pages and subscriptions.
      </p>
      <p className="flush">
        Nothing changes for your server: requests without <code>profile_id</code> still go to{' '}
        {usual?.profile_name ?? 'the default profile'}. Send the new profile’s id, or make it the
        default later.
      </p>
      {form.all}
    </Action>
  )
}

/** The API answers with the whole secret only now. */
export function SecretOnce({ profile, close }: { profile: Profile; close: () => void }) {
  const { profile_name, payment_response_hash_key } = profile
  return (
    <ShownOnce title="The webhook signing secret" secret={payment_response_hash_key} close={close}>
      <p>
        Your server uses it to check that webhooks for {profile_name} come from Florin. If you lose
        it, rotate it.
      </p>
    </ShownOnce>
  )
}

export function MakeDefault({ profile, close }: { profile: Profile; close: () => void }) {
  const { merchant_id, profile_id, profile_name } = profile
  return (
    <Action
      title="Default profile"
      verb={`Make ${profile_name} the default`}
      close={close}
      run={post('/account/{merchant_id}/business_profile/{profile_id}', {
        params: { path: { merchant_id, profile_id } },
        body: { is_default: true },
      })}
      done={() => `${profile_name} is the default profile.`}
    >
      <p className="flush">
        From now on, payments, payouts and payment links whose requests name no profile are created
        in {profile_name}, with its settings and webhooks. What exists stays in its profile.
      </p>
    </Action>
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
      run={remove('/account/{merchant_id}/business_profile/{profile_id}', {
        params: { path: { merchant_id, profile_id } },
      })}
      after={() => {
        if (chosen?.profile_id === profile_id) chooseProfile(merchant_id, undefined)
        return navigate({ to: '/settings' })
      }}
      done={() => `The profile ${profile_name} is deleted.`}
    >
      <p className="flush">
        No new payments can be made with it. Payments that it has stay, with their webhooks. A
        profile with open payments, payment links, payouts or subscriptions cannot be deleted.
      </p>
    </Action>
  )
}
