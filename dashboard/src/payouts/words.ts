import type { Schemas } from '../api/client.ts'
import { money } from '../lib/money.ts'
import type { Tone, Words } from '../lib/status.tsx'
import { fieldLabels, methods } from './methods.ts'

export type Payout = Schemas['Payout']

export const payoutWords: Words = {
  requires_payout_method_data: ['warn', 'Waiting for the recipient'],
  requires_confirmation: ['warn', 'Waiting for your confirmation'],
  requires_fulfillment: ['info', 'Ready to send'],
  requires_vendor_account_creation: ['warn', 'The recipient must open an account'],
  requires_creation: ['info', 'Being sent'],
  initiated: ['info', 'Sent, outcome not known yet'],
  pending: ['info', 'On its way'],
  success: ['ok', 'Paid'],
  failed: ['bad', 'Failed'],
  reversed: ['bad', 'Returned by the bank'],
  cancelled: ['mute', 'Cancelled'],
  expired: ['mute', 'Expired'],
  ineligible: ['bad', 'Recipient cannot be paid this way'],
}

export const payoutEventWords: Words = {
  payout_initiated: ['info', 'Sent to the payout network'],
  payout_processing: ['info', 'The payout network is processing it'],
  payout_success: ['ok', 'Paid'],
  payout_failed: ['bad', 'Failed'],
  payout_cancelled: ['mute', 'Cancelled'],
  payout_expired: ['mute', 'Expired'],
  payout_reversed: ['bad', 'Returned by the bank'],
}

export const typeNames: Readonly<Record<string, string>> = {
  bank: 'Bank transfer',
  card: 'Card',
  wallet: 'Wallet',
  bank_redirect: 'E-mail or open banking',
}

export const priorityNames: Readonly<Record<string, string>> = {
  instant: 'Instant',
  fast: 'Fast',
  regular: 'Regular',
  wire: 'Wire',
  cross_border: 'Cross-border',
  internal: 'Internal',
}

export const entityNames: Readonly<Record<string, string>> = {
  Individual: 'A person',
  Company: 'A company',
  NonProfit: 'A non-profit organization',
  PublicSector: 'A public body',
}

const fieldOrder = Object.keys(fieldLabels)

type Masked = Readonly<Record<string, unknown>>

/** The masked method: its name, and its fields. */
export function describeMasked(data: Payout['payout_method_data']): {
  name: string
  details: readonly (readonly [name: string, value: string])[]
} {
  const [[kind, content] = ['', {}]] = Object.entries((data ?? {}) as Masked)
  const isNested = kind === 'wallet' || kind === 'bank_redirect'
  const [[inner, nested] = ['', {}]] = Object.entries(content as Masked)
  const details = (isNested ? nested : content) as Readonly<Record<string, unknown>>
  const { payout_method_type } = details as { payout_method_type?: string }
  const type = isNested ? inner : (payout_method_type ?? kind)
  const name = methods.find((method) => method.type === type)?.name ?? type.replaceAll('_', ' ')
  return {
    name,
    details: Object.entries(details)
      .filter(([key, value]) => typeof value === 'string' && key !== 'payout_method_type')
      .map(([key, value]) => [key, String(value)] as const)
      .toSorted(([a], [b]) => fieldOrder.indexOf(a) - fieldOrder.indexOf(b)),
  }
}

const identifying = ['iban', 'bank_account_number', 'last4', 'pix_key', 'email', 'telephone_number']

/** `SEPA transfer ···· 3000`, or the type's name. */
export function describeMethod({
  payout_method_data,
  payout_type,
}: Pick<Payout, 'payout_method_data' | 'payout_type'>): string {
  if (payout_method_data === null)
    return payout_type === null ? 'None yet' : (typeNames[payout_type] ?? payout_type)
  const { name, details } = describeMasked(payout_method_data)
  const known = identifying.flatMap((key) => details.find(([each]) => each === key) ?? [])
  const value = known[1]
  if (value === undefined) return name
  return value.includes('@') ? `${name} ${value}` : `${name} ···· ${value.slice(-4)}`
}

export function recipientName({ customer }: Pick<Payout, 'customer'>): string {
  return customer.name ?? customer.email ?? customer.id
}

interface NextStep {
  readonly tone: Tone
  readonly title: string
  readonly text: string
}

type StepOf = (payout: Payout, sum: string) => NextStep | undefined

const failed: StepOf = ({ unified_code, unified_message }) => ({
  tone: 'bad',
  title: unified_message ?? 'The payout failed.',
  text: `No money left your balance. ${pickAdvice(unified_code)}`,
})

const nextSteps: Readonly<Partial<Record<Payout['status'], StepOf>>> = {
  requires_payout_method_data: () => ({
    tone: 'warn',
    title: 'The recipient has not entered an account yet.',
    text: 'Send the link to the recipient, or enter a method yourself. Nothing is sent before that.',
  }),
  requires_confirmation: () => ({
    tone: 'warn',
    title: 'The payout has an account that you have not confirmed.',
    text: 'Check that it belongs to the recipient, then confirm. If it does not, cancel the payout.',
  }),
  requires_fulfillment: readyStep,
  requires_vendor_account_creation: ({ unified_message }) => ({
    tone: 'warn',
    title: unified_message ?? 'The recipient has no account with the payout network yet.',
    text: 'Ask the recipient to open one. Florin checks every hour; “Check again” does it now. You can also choose another method.',
  }),
  initiated: (_, sum) => ({
    tone: 'info',
    title: 'The payout network has not reported an outcome yet.',
    text: `${sum} has left your available balance. Florin polls the payout network until the outcome is known. Do not send it again.`,
  }),
  failed,
  ineligible: failed,
  reversed: ({ unified_code }, sum) => ({
    tone: 'bad',
    title: "The recipient's bank returned the money.",
    text: `${sum} is back in your balance. ${pickAdvice(unified_code)}`,
  }),
  expired: () => ({
    tone: 'mute',
    title: 'The payout was not sent in time.',
    text: 'No money left your balance. Create another payout if it is still owed.',
  }),
}

/** The state's meaning and the next step; undefined where the status is enough. */
export function describeNextStep(payout: Payout): NextStep | undefined {
  return nextSteps[payout.status]?.(payout, money(payout.amount, payout.currency))
}

function readyStep({
  auto_fulfill,
  confirmed_at,
  payout_method_data,
  approvals,
  approvals_required,
}: Payout): NextStep | undefined {
  if (payout_method_data === null) {
    return {
      tone: 'warn',
      title: 'The payout has no method yet.',
      text: 'Enter where the money goes; then it can be sent.',
    }
  }
  const missing = approvals_required - approvals.length
  if (missing > 0) {
    return {
      tone: 'warn',
      title: missing === 1 ? 'One approval is missing.' : `${missing} approvals are missing.`,
      text: 'Users who did not create or change the payout approve it; then it can be sent.',
    }
  }
  if (!auto_fulfill) return undefined
  return confirmed_at === null
    ? {
        tone: 'warn',
        title: 'The method was changed and is not confirmed yet.',
        text: 'Confirm the payout: it is then sent automatically.',
      }
    : {
        tone: 'info',
        title: 'This payout is sent automatically within seconds.',
        text: 'If the payout network cannot be reached, it is retried.',
      }
}

/** By the unified code, or by its family. */
const advice: Readonly<Record<string, string>> = {
  UE_1016:
    'The account is closed or cannot receive this. Ask the recipient for another one, then create another payout.',
  UE_1: 'The method was refused. Ask the recipient for another one, then create another payout.',
  UE_2: 'This recipient cannot be paid by this method. Create another payout with another method.',
  UE_3: 'The payout network had a temporary problem. Create another payout later.',
  UE_4: 'The payout network refused the details. Check them with the recipient, then create another payout.',
}

function pickAdvice(code: string | null): string {
  const known = advice[code ?? ''] ?? advice[code?.slice(0, 4) ?? '']
  return known ?? 'Create another payout, with another method if it fails again.'
}
