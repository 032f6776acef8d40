// The generated page about provider types: each one's capability table in words.
import { methodNames, methodTypes } from '#core/method_types.ts'
import { declines } from '#core/declines.ts'
import type { Certainty, OperationKind } from '#core/providers/certainty.ts'
import type { MethodSupport, ProviderType, Support } from '#core/providers/provider_type.ts'
import { providerTypes } from '#core/providers/types.ts'
import { DAY_MS, HOUR_MS } from '#kernel/clock.ts'
import { currencyExponent, isCurrency } from '#kernel/money.ts'
import { page, table } from './page.ts'

export function providersPage(): string {
  const types = Object.values(providerTypes)
  const links = types.map(({ title, name }) => `[${title}](#${name})`).join(', ')
  return page(
    'Providers',
    `The acquirers that a merchant can connect: ${links}. [Connect a provider](../guides/connect-a-provider.md) shows how, [Add a provider](../guides/add-a-provider.md) how an engineer adds another one. \`connector_name\` is the name in code style.`,
    'A payment that no account of the merchant can take is refused with 422 `IR_29` and the reason from these tables, before anything is stored. An amount that the provider cannot express is refused as well, never rounded.',
    ...types.flatMap(providerParts),
  )
}

function providerParts(type: ProviderType): string[] {
  const { name, title, environments } = type
  const where = environments.join(' and ')
  return [
    `## ${name}`,
    `${title}: \`connector_name\` is \`${name}\`. Accounts can be connected in ${where}.`,
    `### Payment methods (${name})`,
    ...methodParts(type),
    `### Abilities (${name})`,
    table(['Ability', 'Offered'], abilityRows(type)),
    `### Unknown outcomes (${name})`,
    `How Florin settles an operation without an answer. If nothing settles it for ${span(type.certainty.horizon_ms)}, the operator decides. A reversal returns money that moved for an operation that had been closed.`,
    table(['Operation', 'Sent again', 'Revoked', 'Queried'], certaintyRows(type)),
    `### Credentials and settings (${name})`,
    ...connectionParts(type),
    `### Decline codes (${name})`,
    'A code that is not listed is `UE_9000`. *Another account is tried* if the routing of the profile allows a fallback.',
    table(['Code', 'Unified code', 'Meaning', 'Another account is tried'], declineRows(type)),
  ]
}

type Offered = Exclude<MethodSupport, { not: string }>

/** Offered types as rows; the others by their reason. */
function methodParts({ methods }: ProviderType): string[] {
  const all = methodNames.flatMap((method) =>
    methodTypes[method].map((type) => ({ method, type, support: methods[type] })),
  )
  const offered = all.flatMap(({ method, type, support }) =>
    'not' in support ? [] : { method, type, support },
  )
  const reasons = Map.groupBy(
    all.filter(({ support }) => 'not' in support),
    ({ support }) => ('not' in support ? support.not : ''),
  )
  const isPlain = offered.every(
    ({ type, support }) => support.as === type && Object.keys(support).length === 1,
  )
  if (isPlain && reasons.size === 0) {
    return [
      'Every type of [Payment methods](payment-methods.md), under the same name and without limits.',
    ]
  }
  return [
    table(
      ['Method', 'Type', 'Name at the provider', 'Currencies', 'Limits'],
      offered.map(({ method, type, support }) => [
        `\`${method}\``,
        `\`${type}\``,
        `\`${support.as}\``,
        support.currencies?.join(', ') ?? '',
        limits(support),
      ]),
    ),
    'Without currencies, those of [Payment methods](payment-methods.md) apply. Not offered:',
    table(
      ['Types', 'Reason'],
      [...reasons].map(([reason, rows]) => [codes(rows.map(({ type }) => type)), reason]),
    ),
  ]
}

function limits({ holds, refunds, pinned }: Offered): string {
  const found = [
    holds === false ? 'charged at once: manual capture is refused' : '',
    refunds === false ? 'cannot be refunded' : '',
    pinned ? 'a saved one works only at the account that saved it' : '',
  ]
  return found.filter(Boolean).join('; ')
}

function stepsText({ amount_steps = {} }: ProviderType): string {
  const steps = Object.entries(amount_steps).map(([code, step]) => `${code}: of ${step}`)
  return steps.join('; ') || 'no rule'
}

function abilityRows(type: ProviderType): string[][] {
  const { capture_methods, refunds, disputes, payouts, event_feed, card_entry } = type
  const offer = (support: Support) => supportText(type, support)
  return [
    ['Currencies', type.currencies ? [...type.currencies].toSorted().join(', ') : 'every currency'],
    ['Minor units that differ from ISO 4217', exponentText(type)],
    ['Amounts are multiples', stepsText(type)],
    ...Object.entries(capture_methods).map(([name, each]) => [
      `\`capture_method\` \`${name}\``,
      offer(each),
    ]),
    ['Capture', CAPTURES[type.captures_separately ? 'apart' : 'at_once']],
    ['Full refunds', offer(refunds.full)],
    ['Partial refunds', offer(refunds.partial)],
    ['Evidence for disputes', offer(disputes.evidence)],
    ['Accepting a dispute', offer(disputes.accept)],
    ['Payouts to recipients', offer(payouts)],
    ['Event list, for lost webhooks', offer(event_feed)],
    ['`card_entry`', codes(card_entry)],
  ]
}

const CAPTURES = {
  at_once: 'with the authorization, if `capture_method` is `automatic`',
  apart:
    'as an operation of its own, even if `capture_method` is `automatic`; the payment has succeeded once the provider has confirmed it',
}

function supportText({ settings }: ProviderType, support: Support): string {
  if (support === true) return 'yes'
  if ('not' in support) return `no: ${support.not}`
  const { name, label } = settings.find((each) => each.name === support.needs) ?? {
    name: support.needs,
    label: support.needs,
  }
  return `if the account has ${label}: \`settings.${name}\``
}

function exponentText({ exponents }: ProviderType): string {
  const parts = Object.entries(exponents).map(([currency, digits]) => {
    const iso = isCurrency(currency) ? ` instead of ${currencyExponent(currency)}` : ''
    return `${currency}: ${digits} decimal digits${iso}`
  })
  return parts.join('; ') || 'none'
}

const OPERATIONS: Readonly<Record<OperationKind, string>> = {
  authorize: 'authorize',
  capture: 'capture',
  void: 'cancel',
  refund: 'refund',
  payout: 'payout',
  reversal: 'reversal',
  answer: 'answer to a dispute',
}

/** Kinds with the same row share a line. */
function certaintyRows({ certainty }: ProviderType): string[][] {
  const rows = Object.entries(certainty.kinds).map(([kind, each]) => ({
    kind: OPERATIONS[kind as OperationKind],
    words: [resendText(each), REVOKES[each.revoke], QUERIES[each.query]],
  }))
  const groups = Map.groupBy(rows, ({ words }) => words.join('|'))
  return [...groups.values()].map((same) => [
    same.map(({ kind }) => kind).join(', '),
    ...(same[0]?.words ?? []),
  ])
}

function resendText({ resend }: Certainty): string {
  if (resend === null) return 'never'
  const until =
    resend.remembered_ms === null ? 'at any time' : `for ${span(resend.remembered_ms - HOUR_MS)}`
  return resend.identical ? `${until}, with identical bytes` : until
}

const REVOKES: Readonly<Record<Certainty['revoke'], string>> = {
  final: 'yes, and the answer is final',
  reported_later: 'yes, and a webhook reports the result',
  none: 'no',
}

const QUERIES: Readonly<Record<Certainty['query'], string>> = {
  exact: 'yes',
  lagging: 'yes, but a new operation may be missing',
  none: 'no',
}

/** `7 d`, `23 h`, `6 d 23 h` */
function span(ms: number): string {
  const days = Math.floor(ms / DAY_MS)
  const hours = Math.round((ms % DAY_MS) / HOUR_MS)
  return [days > 0 ? `${days} d` : '', hours > 0 ? `${hours} h` : ''].filter(Boolean).join(' ')
}

function connectionParts(type: ProviderType): string[] {
  const { credentials, settings, webhook_secret, webhook_events, steps } = type
  const rows = credentials.map(({ name, label, about, optional, ...field }) => [
    `\`credentials.${name}\``,
    optional ? `${label}, optional` : label,
    about,
    field.public ? 'yes' : 'never',
  ])
  const secret = webhook_secret
    ? [['`webhook_secret`', webhook_secret.label, webhook_secret.about, 'never']]
    : []
  const flags = settings.map(({ name, label, about }) => [
    `\`settings.${name}\``,
    label,
    about,
    'yes',
  ])
  const events =
    webhook_events.length > 0
      ? [`Webhook events to choose at the provider: ${codes(webhook_events)}.`]
      : []
  return [
    table(['Field', 'Label', 'About', 'Shown in answers'], [...rows, ...secret, ...flags]),
    steps.map((step, n) => `${n + 1}. ${step}`).join('\n'),
    ...events,
  ]
}

function declineRows({ declines: own }: ProviderType): string[][] {
  const rows = Object.entries(own).toSorted(([a], [b]) =>
    a.localeCompare(b, 'en', { numeric: true }),
  )
  return rows.map(([code, { code: unified, elsewhere }]) => [
    `\`${code}\``,
    `\`${unified}\``,
    declines[unified].message,
    elsewhere ? 'yes' : '',
  ])
}

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}
