import { ActionIcon, Button, Select, TagsInput, TextInput, Tooltip } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Profile } from '../api/profiles.ts'
import { listOptions } from '../lib/fields.tsx'
import type { Draft } from './draft.ts'
import { Section } from './sections.tsx'
import styles from './settings.module.css'

type Rule = Profile['risk_rules'][number]

const fields = {
  amount: 'Amount',
  currency: 'Currency',
  card_bin: 'Card begins with',
  email: 'E-mail address',
  ip_address: 'IP address',
  billing_country: 'Billing country',
}
/** Amounts are in their currency's lowest unit. */
const examples: Readonly<Record<string, string>> = {
  amount: '50000 is €500.00',
  currency: 'EUR',
  card_bin: '424242',
  email: 'ada@example.com',
  ip_address: '203.0.113.7',
  billing_country: 'DE',
}
const comparisons = {
  eq: 'is',
  ne: 'is not',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  in: 'is one of',
  not_in: 'is none of',
}
const actions = {
  block: 'Decline the payment',
  review: 'Hold it for review',
  require_3ds: 'Demand 3-D Secure',
}

const isList = (op: string) => op === 'in' || op === 'not_in'

/** The value in the form that the field and the comparison need. */
function fitting({ field, op, value }: Rule): Rule['value'] {
  if (isList(op))
    return Array.isArray(value)
      ? value
      : String(value)
          .split(/[\s,]+/)
          .filter(Boolean)
  const text = Array.isArray(value) ? (value[0] ?? '') : String(value)
  return field === 'amount' && /^\d+$/.test(text) ? Number(text) : text
}

export function RiskRules({ draft }: { draft: Draft }) {
  const { form, risk_rules: rules, edit } = draft
  const change = (risk_rules: readonly Rule[]) => edit({ risk_rules: [...risk_rules] })
  const swap = (a: number, b: number) =>
    change(
      rules.map((rule, n) => (n === a ? (rules[b] ?? rule) : n === b ? (rules[a] ?? rule) : rule)),
    )
  const add = () =>
    change([...rules, { field: 'amount', op: 'gt', value: 50_000, action: 'review' } as Rule])
  return (
    <Section
      title="Risk rules"
      about="Tested in this order before a payment is sent. The first rule that matches decides. Amounts are in the currency's lowest unit: 50000 is €500.00."
    >
      {rules.map((rule, n) => (
        <RuleRow
          // The rules have no ids; their place is what they are.
          key={n}
          rule={rule}
          number={n + 1}
          error={form.errorIn(`risk_rules.${n}`)}
          anchor={form.anchor(`risk_rules.${n}`)}
          set={(next) =>
            change(rules.map((each, m) => (m === n ? { ...next, value: fitting(next) } : each)))
          }
          up={n > 0 ? () => swap(n, n - 1) : undefined}
          down={n < rules.length - 1 ? () => swap(n, n + 1) : undefined}
          remove={() => change(rules.filter((_, m) => m !== n))}
        />
      ))}
      <div>
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
          Add a rule
        </Button>
      </div>
    </Section>
  )
}

interface RuleProps {
  rule: Rule
  number: number
  error: string | undefined
  anchor: object
  set: (rule: Rule) => void
  up: (() => void) | undefined
  down: (() => void) | undefined
  remove: () => void
}

function RuleRow({ rule, number, error, anchor, set, up, down, remove }: RuleProps) {
  const { field, op, value, action } = rule
  return (
    <fieldset className={styles.rule} aria-label={`Rule ${number}`}>
      <Select
        label={`${number}. If`}
        data={listOptions(fields)}
        value={field}
        allowDeselect={false}
        onChange={(next) =>
          next && set({ ...rule, field: next as Rule['field'], value: isList(op) ? [] : '' })
        }
      />
      <Select
        label="Comparison"
        data={listOptions(comparisons)}
        value={op}
        allowDeselect={false}
        onChange={(next) => next && set({ ...rule, op: next as Rule['op'] })}
      />
      {Array.isArray(value) ? (
        <TagsInput
          label="Values"
          placeholder={value.length === 0 ? examples[field] : ''}
          value={value}
          error={error}
          {...anchor}
          onChange={(next) => set({ ...rule, value: next })}
        />
      ) : (
        <TextInput
          label="Value"
          placeholder={examples[field]}
          value={String(value)}
          error={error}
          {...anchor}
          onChange={(event) => set({ ...rule, value: event.currentTarget.value })}
        />
      )}
      <Select
        label="Then"
        data={listOptions(actions)}
        value={action}
        allowDeselect={false}
        onChange={(next) => next && set({ ...rule, action: next as Rule['action'] })}
      />
      <div className={styles.icons}>
        <Tool name={`Move rule ${number} up`} icon={IconArrowUp} run={up} />
        <Tool name={`Move rule ${number} down`} icon={IconArrowDown} run={down} />
        <Tool name={`Remove rule ${number}`} icon={IconTrash} run={remove} />
      </div>
    </fieldset>
  )
}

interface ToolProps {
  name: string
  icon: ComponentType<{ size: number }>
  run: (() => void) | undefined
}

export function Tool({ name, icon: Icon, run }: ToolProps) {
  return (
    <Tooltip label={name}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={name}
        disabled={run === undefined}
        onClick={run}
      >
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
