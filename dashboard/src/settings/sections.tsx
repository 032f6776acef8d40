// The settings of a profile by group, each with what it does.
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useMay } from '../api/session.ts'
import { Moment } from '../lib/dates.tsx'
import { Card, Details } from '../lib/details.tsx'
import type { Draft } from './draft.ts'
import { ChoiceField, MethodsField, NumberField, SwitchField, TextField } from './fields.tsx'
import styles from './settings.module.css'

export function Section({
  title,
  about,
  children,
}: {
  title: string
  about?: string
  children: ReactNode
}) {
  return (
    <Card title={title}>
      <div className={styles.body}>
        {about !== undefined && <p className={styles.about}>{about}</p>}
        {children}
      </div>
    </Card>
  )
}

export function General({ draft: { value, set, fault } }: { draft: Draft }) {
  return (
    <Section title="General">
      <div className={styles.fields}>
        <TextField
          label="Name"
          about="For your team, and on payment links that name no seller. Unique among your profiles."
          value={value.profile_name}
          error={fault('profile_name')}
          set={(profile_name) => set({ profile_name: profile_name ?? '' })}
        />
        <TextField
          label="Return URL"
          about="Where browsers are sent after a payment that has no return URL of its own."
          type="url"
          placeholder="https://shop.example/return"
          value={value.return_url}
          error={fault('return_url')}
          set={(return_url) => set({ return_url })}
        />
      </div>
    </Section>
  )
}

export function Payments({ draft: { value, set, fault } }: { draft: Draft }) {
  return (
    <Section title="Payments">
      <div className={styles.fields}>
        <NumberField
          label="Capture window"
          about="How long an authorization can be captured, 1 to 30 days. After that it is released to the customer."
          suffix=" days"
          value={value.capture_window_days}
          error={fault('capture_window_days')}
          set={(capture_window_days) => set({ capture_window_days })}
        />
        <NumberField
          label="Time to pay"
          about="How long a browser can use a client secret, and how long a customer has for 3-D Secure or another step, 60 to 86,400 seconds."
          suffix=" seconds"
          value={value.session_expiry}
          error={fault('session_expiry')}
          set={(session_expiry) => set({ session_expiry })}
        />
      </div>
      <MethodsField
        label="Accepted payment methods"
        about="Payments with other methods are refused. Empty accepts all."
        value={value.allowed_payment_method_types}
        error={fault('allowed_payment_method_types')}
        set={(types) => set({ allowed_payment_method_types: types as never })}
      />
      <SwitchField
        label="Failed payments can be confirmed again"
        about="Off: after a failed attempt a new payment is needed."
        value={value.is_manual_retry_enabled}
        error={fault('is_manual_retry_enabled')}
        set={(is_manual_retry_enabled) => set({ is_manual_retry_enabled })}
      />
    </Section>
  )
}

export function Webhooks({ draft: { value } }: { draft: Draft }) {
  const isAllowed = useMay()('webhooks:read')
  const { webhook_url, enabled_events, secret_last_rotated_at } = value.webhook_details
  return (
    <Card title="Webhooks" aside={isAllowed && <Link to="/webhooks">Open webhooks</Link>}>
      <Details
        rows={[
          ['Endpoint', webhook_url ?? <span className="faint">None: no events are sent</span>],
          ['Events', enabled_events.length === 0 ? 'All' : enabled_events.join(', ')],
          ['Secret rotated', <Moment key="at" at={secret_last_rotated_at} />],
        ]}
      />
    </Card>
  )
}

export function Wallets({ draft: { value, set, fault } }: { draft: Draft }) {
  const { apple_pay, google_pay } = value.wallet_identities
  const change = (next: typeof value.wallet_identities) => set({ wallet_identities: next })
  return (
    <Section
      title="Wallets"
      about="Who you are for the wallets that need to know it. Without it, the wallet is not offered."
    >
      <div className={styles.fields}>
        <TextField
          label="Apple Pay merchant identifier"
          about="From your account at Apple."
          placeholder="merchant.example.shop"
          value={apple_pay?.merchant_identifier ?? null}
          error={fault('wallet_identities.apple_pay')}
          set={(id) => {
            const { apple_pay: _, ...others } = value.wallet_identities
            change(id === null ? others : { apple_pay: { merchant_identifier: id }, ...others })
          }}
        />
        <TextField
          label="Google Pay merchant ID"
          about="From the Google Pay console."
          value={google_pay?.merchant_id ?? null}
          error={fault('wallet_identities.google_pay')}
          set={(id) => {
            const { google_pay: _, ...others } = value.wallet_identities
            change(id === null ? others : { ...others, google_pay: { merchant_id: id } })
          }}
        />
      </div>
    </Section>
  )
}

export function CardTesting({ draft: { value, set, fault } }: { draft: Draft }) {
  const guard = value.card_testing_guard_config
  const change = (next: Partial<typeof guard>) =>
    set({ card_testing_guard_config: { ...guard, ...next } })
  return (
    <Section
      title="Card testing"
      about="Blocks callers who try stolen card numbers. Renewals and saved cards that your server charges are never blocked. 0 is no limit."
    >
      <div className={styles.fields}>
        <NumberField
          label="Failures at one address"
          about="How many card payments from one IP address may be declined or unfinished."
          value={guard.max_failed_per_ip}
          error={fault('card_testing_guard_config.max_failed_per_ip')}
          set={(max_failed_per_ip) => change({ max_failed_per_ip })}
        />
        <NumberField
          label="Failures of one card"
          about="The same for one card number, from any address."
          value={guard.max_failed_per_card}
          error={fault('card_testing_guard_config.max_failed_per_card')}
          set={(max_failed_per_card) => change({ max_failed_per_card })}
        />
        <NumberField
          label="Time window"
          about="In which they are counted, 1 to 1,440 minutes."
          suffix=" minutes"
          value={guard.window_minutes}
          error={fault('card_testing_guard_config.window_minutes')}
          set={(window_minutes) => change({ window_minutes })}
        />
      </div>
    </Section>
  )
}

export function RefundsAndPayouts({ draft: { value, set, fault } }: { draft: Draft }) {
  return (
    <Section title="Refunds and payouts">
      <div className={styles.fields}>
        <TextField
          label="Time of scheduled refunds"
          about="The time of day, in UTC, at which scheduled refunds are sent."
          type="time"
          value={value.refund_batch_time}
          error={fault('refund_batch_time')}
          set={(time) => set({ refund_batch_time: time ?? '' })}
        />
      </div>
      <SwitchField
        label="Refuse payouts above the available balance"
        about="On: a payout that the balance does not cover is refused at once. Your operator may refuse it in any case."
        value={value.refuse_payouts_above_balance}
        error={fault('refuse_payouts_above_balance')}
        set={(refuse_payouts_above_balance) => set({ refuse_payouts_above_balance })}
      />
    </Section>
  )
}

const finalActions = [
  { value: 'cancelled', label: 'Cancel the subscription' },
  { value: 'unpaid', label: 'Keep it as unpaid' },
  { value: 'paused', label: 'Pause it' },
]

export function Dunning({ draft: { value, set, fault, generation } }: { draft: Draft }) {
  const { dunning } = value
  return (
    <Section
      title="Subscriptions that cannot be collected"
      about="What happens when an invoice cannot be charged."
    >
      <div className={styles.fields}>
        <RetryDays
          key={generation}
          initial={dunning.retry_days}
          error={fault('dunning.retry_days')}
          set={(retry_days) => set({ dunning: { ...dunning, retry_days } })}
        />
        <ChoiceField
          label="After the last try"
          about="What becomes of the subscription."
          data={finalActions}
          value={dunning.final_action}
          error={fault('dunning.final_action')}
          set={(action) => set({ dunning: { ...dunning, final_action: action as never } })}
        />
      </div>
    </Section>
  )
}

interface RetryDaysProps {
  initial: readonly number[]
  error: string | undefined
  set: (days: number[]) => void
}

/** The text stays as it is typed; the numbers in it are the setting. */
function RetryDays({ initial, error, set }: RetryDaysProps) {
  const [text, setText] = useState(initial.join(', '))
  return (
    <TextField
      label="Charge again on these days"
      about="Days after the first failure, 1 to 60, separated by commas; at most ten. Empty tries once only."
      placeholder="1, 3, 5, 7"
      value={text}
      error={error}
      set={(next) => {
        setText(next ?? '')
        set(parseDays(next ?? ''))
      }}
    />
  )
}

function parseDays(text: string): number[] {
  return text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(Number)
}
