// What can be chosen about a key, when it is created and when it is changed.
import { Button, MultiSelect, Select, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { useProfiles } from '../api/profiles.ts'
import { LinkButton } from '../lib/links.tsx'
import type { Target } from '../lib/url.ts'
import { explain, isUnknown } from '../lib/action.tsx'
import { useAheadMs } from '../lib/clock.ts'
import { Card } from '../lib/details.tsx'
import { type Form, FormError, useForm } from '../lib/form.tsx'
import { useSend } from '../lib/send.ts'
import styles from './api_keys.module.css'
import { Scopes } from './scopes.tsx'
import type { ApiKey, Scope } from './words.ts'

type Limits = Pick<ApiKey, 'allowed_origins' | 'allowed_ips' | 'profile_ids' | 'expiration'>

/** The fields of both requests: without those that the type of the key does not have. */
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

interface KeyFormProps<Answer> {
  readonly type: ApiKey['type']
  /** The key that is changed. */
  readonly current?: ApiKey
  readonly verb: string
  readonly cancel: Target
  /** Above the other fields. */
  readonly children?: ReactNode
  run: (fields: KeyFields, key: string) => Promise<Answer>
  done: (answer: Answer) => void
}

export function KeyForm<Answer>(props: KeyFormProps<Answer>) {
  const { type, current, verb, cancel, children, run, done } = props
  const isSecret = type === 'secret'
  const [scopes, setScopes] = useState<readonly string[]>(current?.scopes ?? [])
  const [profile_ids, setProfiles] = useState<string[]>(current?.profile_ids ?? [])
  const ahead_ms = useAheadMs() ?? 0
  // The API compares the expiry with the merchant's clock.
  const now = () => Date.now() + ahead_ms
  const { error, isPending, submit } = useSend(
    (key) => run(toKeyFields(isSecret, form.values, scopes, profile_ids, now()), key),
    done,
  )
  const form: Form<Values> = useForm(initialValues(current), error)
  const isChosen = !isSecret || scopes.length > 0
  const isReady = form.values.name.trim() !== '' && isChosen && !isDayMissing(form.values)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => (isReady ? submit(event) : event.preventDefault())}
    >
      <Card title="The key">
        <div className={styles.fields}>
          {children}
          <TextInput
            label="Name"
            description="How you recognize the key, such as the program that uses it."
            required
            maxLength={64}
            {...form.input('name')}
          />
          <TextInput
            label="Description"
            description="Optional: where it is used, and who to ask about it."
            maxLength={255}
            {...form.input('description')}
          />
          <Expiry form={form} current={current} />
        </div>
      </Card>
      {isSecret && (
        <Card title="What it may do">
          <div className={styles.fields}>
            <p className="faint">
              Give each program only what it needs: that limits the damage if its key leaks. Write
              includes read.
            </p>
            <Scopes value={scopes} change={setScopes} error={fieldError(error, 'scopes')} />
          </div>
        </Card>
      )}
      <Card title="Where it may be used">
        <Places
          {...{ isSecret, form, profile_ids, setProfiles }}
          isBindable={(current?.organization_id ?? null) === null}
        />
      </Card>
      <div className={`${styles.fields} ${styles.bare}`}>
        {isUnknown(error) ? (
          <p className="fault" role="alert">
            {error && explain(error)}
          </p>
        ) : (
          <FormError error={error} fields={FIELDS} />
        )}
        <div className={styles.buttons}>
          <LinkButton variant="default" {...cancel}>
            Cancel
          </LinkButton>
          <Button type="submit" loading={isPending} disabled={!isReady}>
            {verb}
          </Button>
        </div>
      </div>
    </form>
  )
}

const FIELDS = ['name', 'description', 'expiration', 'scopes', 'allowed_ips', 'allowed_origins']

type Values = ReturnType<typeof initialValues>

function initialValues(current: ApiKey | undefined) {
  return {
    name: current?.name ?? '',
    description: current?.description ?? '',
    expiry: current === undefined ? 'never' : 'same',
    day: '',
    origins: (current?.allowed_origins ?? []).join('\n'),
    networks: (current?.allowed_ips ?? []).join('\n'),
  }
}

function isDayMissing({ expiry, day }: Values): boolean {
  return expiry === 'day' && day === ''
}

function toKeyFields(
  isSecret: boolean,
  { name, description, expiry, day, origins, networks }: Values,
  scopes: readonly string[],
  profile_ids: string[],
  now_ms: number,
): KeyFields {
  return {
    name: name.trim(),
    description: description.trim() || null,
    ...(expiry === 'same' ? {} : { expiration: toExpiration(expiry, day, now_ms) }),
    ...(isSecret
      ? { scopes: scopes as Scope[], allowed_ips: splitList(networks) }
      : { allowed_origins: splitList(origins) }),
    profile_ids,
  }
}

function toExpiration(expiry: string, day: string, now_ms: number): string {
  if (expiry === 'never') return 'never'
  if (expiry === 'day') return `${day}T23:59:59Z`
  return new Date(now_ms + Number(expiry) * DAY_MS).toISOString()
}

function splitList(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter(Boolean))]
}

function fieldError(error: Error | null, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const all = error.faults.length > 0 ? error.faults : [error]
  return all.find((fault) => fault.field?.split('.')[0] === field)?.message
}

function Expiry({ form, current }: { form: Form<Values>; current: ApiKey | undefined }) {
  const same =
    current === undefined
      ? []
      : [
          {
            value: 'same',
            label: current.expiration === 'never' ? 'Never, as now' : 'As it is now',
          },
        ]
  const choices =
    current?.expiration === 'never' ? expiries.filter(({ value }) => value !== 'never') : expiries
  const { error, ...expiry } = form.input('expiry', 'expiration')
  return (
    <>
      <Select
        className={styles.short}
        label="Expires"
        description="After that, requests with the key are refused, and it can no longer be extended."
        data={[...same, ...choices]}
        allowDeselect={false}
        {...expiry}
        {...(form.values.expiry === 'day' ? {} : { error })}
      />
      {form.values.expiry === 'day' && (
        <TextInput
          className={styles.short}
          type="date"
          label="Last day"
          description="Until the end of this day, in UTC."
          {...form.input('day', 'expiration')}
        />
      )}
    </>
  )
}

interface PlacesProps {
  isSecret: boolean
  isBindable: boolean
  form: Form<Values>
  profile_ids: string[]
  setProfiles: (ids: string[]) => void
}

function Places({ isSecret, isBindable, form, profile_ids, setProfiles }: PlacesProps) {
  const profiles = useProfiles()
  return (
    <div className={styles.fields}>
      {isSecret ? (
        <Textarea
          label="Addresses and networks"
          description="One on each line, such as 203.0.113.0/24. Empty: from everywhere."
          autosize
          minRows={2}
          {...form.input('networks', 'allowed_ips')}
        />
      ) : (
        <Textarea
          label="Allowed origins"
          description="The pages that may use it, one on each line, such as https://shop.example. Empty: all. This stops other sites, not programs, which can claim any origin."
          autosize
          minRows={2}
          {...form.input('origins', 'allowed_origins')}
        />
      )}
      {isBindable && (profiles.length > 1 || profile_ids.length > 0) && (
        <MultiSelect
          label="Profiles"
          description="A bound key works on payments, refunds, disputes and payouts of these profiles only. Empty: all."
          data={profiles.map(({ profile_id, profile_name }) => ({
            value: profile_id,
            label: profile_name,
          }))}
          value={profile_ids}
          onChange={setProfiles}
          clearable
        />
      )}
    </div>
  )
}
