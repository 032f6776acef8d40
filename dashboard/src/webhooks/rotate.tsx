import { NumberInput } from '@mantine/core'
import { useState } from 'react'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { Action } from '../lib/action.tsx'
import { Moment } from '../lib/dates.tsx'
import { once } from '../lib/send.ts'
import { ShownOnce } from '../lib/shown_once.tsx'

type Profile = Schemas['BusinessProfile']
type Rotated = Schemas['RotatedWebhookSecret']

const USUAL_HOURS = 24
const MAX_HOURS = 72

interface RotateProps {
  readonly profile: Profile
  done: (rotated: Rotated) => void
  close: () => void
}

export function Rotate({ profile, done, close }: RotateProps) {
  const { merchant_id, profile_id, profile_name, payment_response_hash_key } = profile
  const [hours, setHours] = useState<number | string>(USUAL_HOURS)
  const isReady = Number.isInteger(hours) && Number(hours) >= 0 && Number(hours) <= MAX_HOURS
  return (
    <Action
      title={`Rotate the signing secret of ${profile_name}`}
      verb="Rotate the secret"
      isDangerous={hours === 0}
      isReady={isReady}
      close={close}
      run={(key) =>
        unwrapAnswer(
          api.POST('/account/{merchant_id}/business_profile/{profile_id}/rotate_webhook_secret', {
            params: { path: { merchant_id, profile_id } },
            headers: once(key),
            body: { grace_period_hours: Number(hours) },
          }),
        )
      }
      done={(rotated) => {
        done(rotated)
        return 'The secret is rotated.'
      }}
    >
      <p className="flush">
        A new secret signs every webhook from now on. The present one,{' '}
        <span className="id">{payment_response_hash_key}</span>, signs too until the grace period
        ends, so that your server misses nothing while you deploy the new one.
      </p>
      <NumberInput
        label="Grace period in hours"
        description="0 to 72. Choose 0 only if the present secret has leaked: your server then refuses webhooks until it has the new one."
        min={0}
        max={MAX_HOURS}
        allowDecimal={false}
        value={hours}
        onChange={setHours}
        error={isReady ? null : `Enter a whole number from 0 to ${MAX_HOURS}.`}
      />
    </Action>
  )
}

export function NewSecret({ rotated, close }: { rotated: Rotated; close: () => void }) {
  const until = rotated.previous_secret_valid_until
  return (
    <ShownOnce
      title="The new signing secret"
      secret={rotated.payment_response_hash_key}
      close={close}
    >
      <p>
        Your server verifies webhooks with it.{' '}
        {until === null ? (
          'The previous secret no longer signs.'
        ) : (
          <>
            The previous secret signs too until <Moment at={until} />.
          </>
        )}{' '}
        If you lose it, rotate the secret again.
      </p>
    </ShownOnce>
  )
}
