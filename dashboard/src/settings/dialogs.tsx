import { Button, CopyButton, Modal, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { answerOf, api } from '../api/client.ts'
import { chooseProfile, type Profile, useProfile } from '../api/profiles.ts'
import { Action } from '../lib/action.tsx'

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
        made.current = await answerOf(
          api.POST('/account/{merchant_id}/business_profile', {
            params: { path: { merchant_id } },
            headers: { 'Idempotency-Key': key },
            body,
          }),
        )
        return made.current
      }}
      done={(profile) => `The profile ${profile.profile_name} is created.`}
    >
      <p style={{ margin: 0 }}>
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
  const secret = profile.payment_response_hash_key
  return (
    <Modal
      opened
      onClose={close}
      title="The webhook signing secret"
      centered
      closeOnClickOutside={false}
    >
      <div style={{ display: 'grid', gap: 16 }}>
        <p style={{ margin: 0 }}>
          Your server checks with it that webhooks of {profile.profile_name} come from Florin. It is
          shown only now; if you lose it, rotate it.
        </p>
        <code className="id" style={{ overflowWrap: 'anywhere' }}>
          {secret}
        </code>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button leftSection={<IconCopy size={16} />} onClick={copy}>
              {copied ? 'Copied' : 'Copy the secret'}
            </Button>
          )}
        </CopyButton>
      </div>
    </Modal>
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
        return answerOf(api.DELETE(url, { params }))
      }}
      done={() => {
        if (chosen?.profile_id === profile_id) chooseProfile(merchant_id, undefined)
        void navigate({ to: '/settings' })
        return `The profile ${profile_name} is deleted.`
      }}
    >
      <p style={{ margin: 0 }}>
        No new payments can be made with it. Payments that it has stay, with their webhooks. A
        profile with open payments, payment links, payouts or subscriptions cannot be deleted.
      </p>
    </Action>
  )
}
