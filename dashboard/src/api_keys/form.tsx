// The choices for a key, when it is created and when it is changed.
import { type ReactNode, useState } from 'react'
import { useProfiles } from '../api/profiles.ts'
import { ApiForm } from '../lib/action.tsx'
import { useChange } from '../lib/change.ts'
import { useAheadMs } from '../lib/clock.ts'
import { Card } from '../lib/details.tsx'
import type { Fields } from '../lib/field_values.ts'
import { useFields } from '../lib/form.tsx'
import { LinkButton } from '../lib/links.tsx'
import type { Target } from '../lib/url.ts'
import styles from './api_keys.module.css'
import { Scopes } from './scopes.tsx'
import type { ApiKey, Scope } from './words.ts'

type Limits = Pick<ApiKey, 'allowed_origins' | 'allowed_ips' | 'profile_ids' | 'expiration'>

/** The fields of both requests: without those that the key type lacks. */
export interface KeyFields extends Partial<Limits> {
  name: string
  description: string | null
  scopes?: Scope[]
}

const DAY_MS = 24 * 60 * 60_000

const expiries = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'day', label: 'On a day that I choose' },
]

const keyFields = {
  name: {
    kind: 'text',
    label: 'Name',
    description: 'How you recognize the key, such as the program that uses it.',
    maxLength: 64,
  },
  description: {
    kind: 'text',
    label: 'Description',
    isOptional: true,
    description: 'Where it is used, and who to ask about it.',
    maxLength: 255,
    empty: null,
  },
  expiry: {
    kind: 'select',
    label: 'Expires',
    description: 'After that, requests with the key are refused, and it can no longer be extended.',
    isLocal: true,
    derive: ({ expiry }) => (expiry === 'day' ? {} : { at: 'expiration' }),
  },
  day: {
    kind: 'text',
    type: 'date',
    label: 'Last day',
    description: 'Until the end of this day, in UTC.',
    at: 'expiration',
    isLocal: true,
    when: ({ expiry }) => expiry === 'day',
  },
} satisfies Fields

const limitFields = {
  allowed_ips: {
    kind: 'lines',
    empty: [],
    label: 'Addresses and networks',
    isOptional: true,
    description: 'One on each line, such as 203.0.113.0/24. Empty: from everywhere.',
    when: ({ type }) => type === 'secret',
  },
  allowed_origins: {
    kind: 'lines',
    empty: [],
    label: 'Allowed origins',
    isOptional: true,
    description:
      'The pages that may use it, one on each line, such as https://shop.example. Empty: all. This stops other sites, not programs, which can claim any origin.',
    when: ({ type }) => type !== 'secret',
  },
} satisfies Fields

const fields = {
  ...keyFields,
  ...limitFields,
  profile_ids: {
    kind: 'multi',
    empty: [],
    label: 'Profiles',
    isOptional: true,
    description:
      'A bound key works on payments, refunds, disputes and payouts of these profiles only. Empty: all.',
    clearable: true,
  },
  type: { kind: 'select', label: 'Type', isLocal: true },
} satisfies Fields

interface KeyFormProps<Answer> {
  readonly type: ApiKey['type']
  /** The key that is changed. */
  readonly current?: ApiKey
  readonly verb: string
  readonly cancel: Target
  /** Above the other fields. */
  readonly children?: ReactNode
  run: (fields: KeyFields, key: string) => Promise<Answer>
  done?: (answer: Answer) => string
  after: (answer: Answer) => unknown
}

export function KeyForm<Answer>(props: KeyFormProps<Answer>) {
  const { type, current, verb, cancel, children, run, done, after } = props
  const isSecret = type === 'secret'
  const [scopes, setScopes] = useState<readonly string[]>(current?.scopes ?? [])
  const form = useFields(fields, startKey(type, current))
  const { name, expiry, day } = form.values
  const profiles = useProfiles()
  const ahead_ms = useAheadMs() ?? 0
  const read = (): KeyFields => ({
    ...form.read<KeyFields>(),
    // The API compares the expiry with the merchant's clock.
    ...(expiry === 'same' ? {} : { expiration: readExpiry(expiry, day, Date.now() + ahead_ms) }),
    ...(isSecret ? { scopes: scopes as Scope[] } : {}),
  })
  const change = useChange({ form, run: (key) => run(read(), key), done, after })
  const isChosen = !isSecret || scopes.length > 0
  const isBindable = (current?.organization_id ?? null) === null
  const isBound = profiles.length > 1 || form.values.profile_ids !== ''
  return (
    <ApiForm
      className={styles.form}
      change={change}
      form={form}
      verb={verb}
      isReady={name.trim() !== '' && isChosen && (expiry !== 'day' || day !== '')}
      aside={
        <LinkButton variant="default" {...cancel}>
          Cancel
        </LinkButton>
      }
    >
      <Card title="The key">
        <div className={styles.fields}>
          {children}
          {form.pick(keyFields, { expiry: { data: listExpiries(current) } })}
        </div>
      </Card>
      {isSecret && (
        <Card title="What it may do">
          <div className={styles.fields} {...form.anchor('scopes')}>
            <p className="faint">
              Give each program only what it needs: that limits the damage if its key leaks. Write
              includes read.
            </p>
            <Scopes value={scopes} change={setScopes} error={form.errorIn('scopes')} />
          </div>
        </Card>
      )}
      <Card title="Where it may be used">
        <div className={styles.fields}>
          {form.pick(limitFields)}
          {isBindable &&
            isBound &&
            form.field('profile_ids', {
              data: profiles.map(({ profile_id, profile_name }) => ({
                value: profile_id,
                label: profile_name,
              })),
            })}
        </div>
      </Card>
    </ApiForm>
  )
}

function startKey(type: string, current: ApiKey | undefined) {
  return {
    name: current?.name,
    description: current?.description,
    expiry: current === undefined ? 'never' : 'same',
    allowed_ips: current?.allowed_ips.join('\n'),
    allowed_origins: current?.allowed_origins.join('\n'),
    profile_ids: current?.profile_ids.join(','),
    type,
  }
}

function readExpiry(expiry: string, day: string, now_ms: number): string {
  if (expiry === 'never') return 'never'
  if (expiry === 'day') return `${day}T23:59:59Z`
  return new Date(now_ms + Number(expiry) * DAY_MS).toISOString()
}

function listExpiries(current: ApiKey | undefined) {
  if (current === undefined) return expiries
  const isNever = current.expiration === 'never'
  const same = { value: 'same', label: isNever ? 'Never, as now' : 'As it is now' }
  return [same, ...expiries.filter(({ value }) => !isNever || value !== 'never')]
}
