// Routing rules as sentences.
import type { Schemas } from '../api/client.ts'
import { brandNames, methodNames, typeName } from '../payments/words.ts'
import { wholeNumber } from '../lib/numbers.ts'
import { percent } from '../analytics/format.ts'

export type Routing = Schemas['Routing']
export type Rule = Schemas['RoutingRule']
export type Use = Schemas['Use']
type When = Rule['when']

/** The name of a value; codes stay as they are. */
type Name = (value: string) => string

const asIs: Name = (value) => value

/** The conditions that list values, in the order in which they are tested. */
const listConditions = {
  payment_method: { title: 'method', name: (value) => methodNames[value] ?? value },
  payment_method_type: { title: 'method type', name: typeName },
  currency: { title: 'currency', name: asIs },
  card_network: { title: 'card network', name: (value) => brandNames[value] ?? value },
  card_country: { title: 'card country', name: asIs },
  billing_country: { title: 'billing country', name: asIs },
} as const satisfies Partial<Record<keyof When, { title: string; name: Name }>>

type ListCondition = keyof typeof listConditions

/** `currency is EUR or CHF`, one text for each condition. */
export function describeWhen(when: When): string[] {
  const lists = (Object.keys(listConditions) as ListCondition[]).flatMap((key) => {
    const values: readonly string[] = when[key] ?? []
    const { title, name } = listConditions[key]
    return values.length === 0 ? [] : [`${title} is ${eitherOf(values.map(name))}`]
  })
  const { min, max } = when.amount ?? {}
  return [
    ...lists,
    ...(min === undefined ? [] : [`amount is at least ${wholeNumber(min)}`]),
    ...(max === undefined ? [] : [`amount is at most ${wholeNumber(max)}`]),
    ...Object.entries(when.metadata ?? {}).map(([key, value]) => `${key} is “${value}”`),
  ]
}

function eitherOf(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names)
}

/** The account with its share: `70 % Stripe EU`, or `then Adyen` for one that is tried last. */
export function describeUse(use: readonly Use[], label: Name): string[] {
  const total = use.reduce((sum, { weight = 1 }) => sum + weight, 0)
  return use.map(({ connector_id, weight = 1 }) => {
    if (use.length === 1 || weight === total) return label(connector_id)
    return weight === 0
      ? `then ${label(connector_id)}`
      : `${percent(weight / total).replace(/[.,]0/, '')} ${label(connector_id)}`
  })
}

export function ruleTitle(position: number, name: string | null | undefined): string {
  return name ? `Rule ${position + 1}, ${name}` : `Rule ${position + 1}`
}

/** `The currency is EUR`: the API names a condition by its field. */
export function describeReason(reason: string): string {
  const [, field = '', rest = ''] = /^(\w+)(.*)$/.exec(reason) ?? []
  const title = Object.hasOwn(listConditions, field)
    ? listConditions[field as ListCondition].title
    : field
  return `The ${title}${rest}.`
}
