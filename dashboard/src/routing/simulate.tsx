// Tries the draft with an imagined payment. Nothing is stored, and no acquirer is called.
import { IconCircleCheck, IconMinus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { post } from '../api/change.ts'
import type { Schemas } from '../api/client.ts'
import { methodTypes } from '../api/generated/tables.ts'
import { ApiForm } from '../lib/action.tsx'
import { useChange } from '../lib/change.ts'
import { Card } from '../lib/details.tsx'
import type { Fields, Texts } from '../lib/field_values.ts'
import { useFields } from '../lib/form.tsx'
import { networkOptions, typeOptions } from './fields.ts'
import styles from './routing.module.css'
import { describeReason, type Routing, ruleTitle } from './words.ts'

type Simulated = Schemas['SimulatedRouting']

const isCard = ({ payment_method_type = '' }: Texts) =>
  methodTypes[payment_method_type]?.method === 'card'
const country = {
  kind: 'text',
  placeholder: 'DE',
  maxLength: 2,
  isNarrow: true,
  isOptional: true,
  tidy: (text: string) => text.toUpperCase(),
  row: 'country',
} as const

const fields = {
  payment_method_type: {
    kind: 'select',
    label: 'Method type',
    data: typeOptions,
    searchable: true,
    initial: 'credit',
  },
  amount: {
    kind: 'amount',
    label: 'Amount',
    initial: '50.00',
    missing: 'Enter an amount such as 9.00.',
    row: 'money',
  },
  currency: { kind: 'currency', label: 'Currency', initial: 'EUR', row: 'money' },
  card_network: {
    kind: 'select',
    label: 'Card network',
    isOptional: true,
    data: networkOptions,
    clearable: true,
    when: isCard,
  },
  card_country: { ...country, label: 'Card country', when: isCard },
  billing_country: { ...country, label: 'Billing country' },
  capture_method: {
    kind: 'select',
    label: 'Capture',
    initial: 'automatic',
    data: [
      { value: 'automatic', label: 'At once' },
      { value: 'manual', label: 'Later, once' },
      { value: 'manual_multiple', label: 'Later, in parts' },
    ],
  },
  metadata: {
    kind: 'area',
    label: 'Metadata',
    isOptional: true,
    description: 'One pair on each line, such as channel=shop.',
    parse: (text) =>
      Object.fromEntries(
        text
          .split('\n')
          .filter((line) => line.includes('='))
          .map((line) => [
            line.slice(0, line.indexOf('=')).trim(),
            line.slice(line.indexOf('=') + 1).trim(),
          ]),
      ),
  },
  payment_id: {
    kind: 'text',
    label: 'Payment ID',
    isOptional: true,
    description: 'Shares follow it: the same payment gets the same account.',
    maxLength: 64,
  },
} satisfies Fields

interface SimulateProps {
  readonly merchant_id: string
  readonly routing: Routing
  show: (matched: number | null) => void
}

export function Simulate({ merchant_id, routing, show }: SimulateProps) {
  const { profile_id, rules, default: last } = routing
  const [simulated, setSimulated] = useState<{ result: Simulated; of: string }>()
  const form = useFields(fields)
  const state = JSON.stringify([rules, last])
  const change = useChange({
    form,
    run: post('/account/{merchant_id}/business_profile/{profile_id}/routing/simulate', {
      params: { path: { merchant_id, profile_id } },
      body: { ...form.read<Schemas['SimulateRoutingOfPaymentRequest']>(), rules, default: last },
    }),
    next: (result) => {
      setSimulated({ result, of: state })
      show(result.matched_rule)
    },
    isAlone: true,
  })
  const isCurrent = simulated?.of === state
  return (
    <Card title="Simulate" aside={<span className="faint small">No money moves</span>}>
      <div className={styles.simulate}>
        <ApiForm change={change} form={form} verb="Simulate" />
      </div>
      <div role="status">
        {simulated &&
          (isCurrent ? (
            <Result result={simulated.result} routing={routing} />
          ) : (
            <p className={styles.stale}>The rules have changed. Simulate again.</p>
          ))}
      </div>
    </Card>
  )
}

function Result({ result, routing }: { result: Simulated; routing: Routing }) {
  const tried = result.accounts
    .filter(({ place }) => place !== null)
    .toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0))
  const [first, ...others] = tried
  const next = others.slice(0, routing.max_fallbacks).map((each) => each.connector_label)
  const { matched_rule: matched } = result
  return (
    <>
      <div className={styles.result} data-tone={first ? 'ok' : 'bad'}>
        <b>{first?.connector_label ?? 'No account can take it'}</b>
        <p>
          {matched === null
            ? 'No rule matches, so “Everything else” decides.'
            : `${ruleTitle(matched, routing.rules[matched]?.name)} matches.`}
          {first === undefined && ' The payment would be refused.'}
        </p>
        {first && (
          <p>
            {next.length > 0
              ? `If it certainly charged nothing: then ${next.join(', then ')}.`
              : 'No other account is tried after it.'}
          </p>
        )}
      </div>
      <h3 className={styles.heading}>Rules</h3>
      <ol className={styles.why}>
        {routing.rules.map(({ name }, n) => (
          <RuleResult key={n} title={ruleTitle(n, name)} trace={result.rules[n]} />
        ))}
        <Line
          icon={matched === null ? 'yes' : 'none'}
          title="Everything else"
          state={matched === null ? 'decides' : 'not reached'}
        />
      </ol>
      <h3 className={styles.heading}>Accounts</h3>
      <ol className={styles.why}>
        {[...tried, ...result.accounts.filter(({ place }) => place === null)].map((each) => (
          <Line
            key={each.connector_id}
            icon={each.place === null ? 'no' : 'yes'}
            title={each.connector_label}
            state={each.place === null ? 'not tried' : `place ${each.place}`}
            reason={each.reason}
          />
        ))}
      </ol>
    </>
  )
}

interface RuleResultProps {
  readonly title: string
  /** Undefined if an earlier rule matched. */
  readonly trace: Simulated['rules'][number] | undefined
}

function RuleResult({ title, trace }: RuleResultProps) {
  if (trace === undefined) return <Line icon="none" title={title} state="not reached" />
  return trace.matched ? (
    <Line icon="yes" title={title} state="matches" />
  ) : (
    <Line
      icon="no"
      title={title}
      state="does not match"
      reason={trace.reason && describeReason(trace.reason)}
    />
  )
}

const icons = { yes: IconCircleCheck, no: IconX, none: IconMinus } as const

interface LineProps {
  readonly icon: keyof typeof icons
  readonly title: string
  readonly state: string
  readonly reason?: string | null
}

function Line({ icon, title, state, reason }: LineProps) {
  const Icon = icons[icon]
  return (
    <li data-icon={icon}>
      <Icon size={17} stroke={1.75} aria-hidden />
      <div>
        <b>{title}</b>
        {reason && <p>{reason}</p>}
      </div>
      <span>{state}</span>
    </li>
  )
}
