import { Button, Select, TagsInput, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Profile } from '../api/profiles.ts'
import { listOptions } from '../lib/fields.tsx'
import { parseMoney, plainMoney } from '../lib/money.ts'
import type { Draft } from './draft.ts'
import { Section } from './sections.tsx'
import styles from './settings.module.css'
import { Tool } from './tool.tsx'

type Rule = Profile['risk_rules'][number]

const fields = {
  amount: 'Amount',
  currency: 'Currency',
  card_bin: 'Card begins with',
  email: 'E-mail address',
  ip_address: 'IP address',
  billing_country: 'Billing country',
}
const examples: Readonly<Record<string, string>> = {
  amount: '500.00',
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
      id="risk"
      about="Tested in this order before a payment is sent. The first rule that matches decides. An amount is compared in every currency, by its digits: 500.00 is €500.00, $500.00 and ¥50,000."
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

/** Rules compare the digits of an amount, whatever its currency; most have two decimals. */
const TWO_DECIMALS = 'EUR'

/** A text that is no amount is sent as it is: the API says what it expects. */
function readAmount(text: string): number | string {
  return parseMoney(text, TWO_DECIMALS) ?? text
}

function amountText(value: unknown): string {
  return /^\d+$/.test(String(value)) ? plainMoney(Number(value), TWO_DECIMALS) : String(value)
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
  const [typed, setTyped] = useState(() => amountText(value))
  // Another rule has come to this place, or the rule was changed elsewhere.
  const shown = readAmount(typed) === value ? typed : amountText(value)
  const change = (text: string) => {
    setTyped(text)
    set({ ...rule, value: field === 'amount' ? readAmount(text) : text })
  }
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
          value={field === 'amount' ? value.map(amountText) : value}
          error={error}
          {...anchor}
          onChange={(next) =>
            set({
              ...rule,
              value: field === 'amount' ? next.map((text) => String(readAmount(text))) : next,
            })
          }
        />
      ) : (
        <TextInput
          label="Value"
          placeholder={examples[field]}
          value={field === 'amount' ? shown : String(value)}
          error={error}
          {...anchor}
          onChange={(event) => change(event.currentTarget.value)}
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
