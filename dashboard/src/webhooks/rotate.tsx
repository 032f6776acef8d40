import { post } from '../api/change.ts'
import type { Schemas } from '../api/client.ts'
import { Action } from '../lib/action.tsx'
import type { Fields } from '../lib/field_values.ts'
import { useFields } from '../lib/form.tsx'
import { At } from '../lib/days.tsx'
import { ShownOnce } from '../lib/shown_once.tsx'

type Profile = Schemas['BusinessProfile']
type Rotated = Schemas['RotatedWebhookSecret']

const MAX_HOURS = 72

interface RotateProps {
  readonly profile: Profile
  done: (rotated: Rotated) => void
  close: () => void
}

const whole = `Enter a whole number from 0 to ${MAX_HOURS}.`

const fields = {
  grace_period_hours: {
    kind: 'number',
    label: 'Grace period in hours',
    description:
      '0 to 72. Choose 0 only if the present secret has leaked: your server then refuses webhooks until it has the new one.',
    initial: '24',
    missing: whole,
    invalid: whole,
    check: (text) => (Number(text) > MAX_HOURS ? whole : undefined),
    isComplete: () => true,
  },
} satisfies Fields

export function Rotate({ profile, done, close }: RotateProps) {
  const { merchant_id, profile_id, profile_name, payment_response_hash_key } = profile
  const form = useFields(fields)
  const hours = form.values.grace_period_hours
  return (
    <Action
      title={`Rotate the signing secret of ${profile_name}`}
      verb="Rotate the secret"
      isDangerous={hours === '0'}
      isReady={/^\d+$/.test(hours) && Number(hours) <= MAX_HOURS}
      form={form}
      close={close}
      run={post('/account/{merchant_id}/business_profile/{profile_id}/rotate_webhook_secret', {
        params: { path: { merchant_id, profile_id } },
        body: form.read(),
      })}
      next={done}
      done={() => 'The secret is rotated.'}
    >
      <p className="flush">
        A new secret signs every webhook from now on. The present one,{' '}
        <span className="id">{payment_response_hash_key}</span>, signs too until the grace period
        ends, so that your server misses nothing while you deploy the new one.
      </p>
      {form.all}
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
            The previous secret signs too until <At at={until} />.
          </>
        )}{' '}
        If you lose it, rotate the secret again.
      </p>
    </ShownOnce>
  )
}
