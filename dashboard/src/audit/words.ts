// The audit trail in words: who did what to which object.
import type { Schemas } from '../api/client.ts'
import { requestWords } from '../api/generated/request_words.ts'
import type { Tone } from '../lib/status.tsx'
import { objectTarget } from '../lib/object_pages.ts'
import type { Step } from '../lib/timeline.tsx'
import type { Target } from '../lib/url.ts'
import { capital, inWords } from '../lib/words.ts'

export type Entry = Schemas['AuditEntry']

export const actorNames: Readonly<Record<string, string>> = {
  user: 'A user',
  api_key: 'An API key',
  agent: 'An agent',
  shopper: 'A shopper',
  provider: 'The acquirer',
  operator: 'The operator',
  anonymous: 'Not signed in',
  system: 'Florin',
}

const events: Readonly<Record<string, string>> = {
  payment_created: 'Payment created',
  payment_succeeded: 'Payment succeeded',
  payment_failed: 'Payment failed',
  payment_processing: 'Payment sent to the acquirer',
  payment_cancelled: 'Payment cancelled',
  payment_authorized: 'Payment authorized',
  payment_captured: 'Payment captured in part',
  payment_reversed: 'Late payment returned',
  action_required: 'Payment needs an action',
  refund_succeeded: 'Refund succeeded',
  refund_failed: 'Refund failed',
  refund_review: 'Refund needs a review',
  dispute_opened: 'Dispute opened',
  dispute_expired: 'Dispute expired',
  dispute_accepted: 'Dispute accepted',
  dispute_cancelled: 'Dispute withdrawn',
  dispute_challenged: 'Evidence for a dispute submitted',
  dispute_won: 'Dispute won',
  dispute_lost: 'Dispute lost',
  payout_initiated: 'Payout started',
  payout_processing: 'Payout sent',
  payout_success: 'Payout arrived',
  payout_failed: 'Payout failed',
  payout_cancelled: 'Payout cancelled',
  payout_expired: 'Payout link expired',
  payout_reversed: 'Payout came back',
  invoice_paid: 'Invoice paid',
  invoice_payment_failed: 'Invoice payment failed',
  subscription_active: 'Subscription became active',
  subscription_trial: 'Subscription trial started',
  subscription_paused: 'Subscription paused',
  subscription_resumed: 'Subscription resumed',
  subscription_cancelled: 'Subscription cancelled',
  subscription_inactive: 'Subscription became inactive',
  payment_link_completed: 'Payment link paid',
  payment_link_expired: 'Payment link expired',
  test_event: 'Test event sent',
}

/** An event, or a summary of the request; an operator's command stays as it is. */
export function actionName(action: string): string {
  return events[action] ?? requestWords[action] ?? action
}

export const actionChoices = [
  ...Object.entries(events).map(([value, name]) => ({ value, name })),
  ...Object.entries(requestWords)
    .filter(([, name]) => !/^(Search|List) /.test(name))
    .map(([value, name]) => ({ value, name })),
].toSorted((a, b) => a.name.localeCompare(b.name))

/** The changed object's page, if it has one. */
export function findObjectPage({ object_type, object_id }: Entry): Target | undefined {
  return object_id === null ? undefined : objectTarget(normal(object_type), object_id)
}

/** The API finds one entry only by its moment. */
export function entryTarget({ audit_id, created }: Entry): Target {
  return { to: '/audit/$id', params: { id: audit_id }, search: { at: created } }
}

/** Events name their content `payment_details`, requests their object `payment`. */
function normal(object_type: string | null): string {
  return (object_type ?? '').replace(/_details$/, '')
}

export function objectName({ object_type }: Entry): string {
  return object_type === 'key' ? 'API key' : inWords(normal(object_type))
}

const initials: Readonly<Record<string, string>> = {
  id: 'ID',
  ids: 'IDs',
  url: 'URL',
  api: 'API',
  email: 'e-mail',
}

/** `webhook_details.webhook_url` as `Webhook details: webhook URL`. */
export function fieldName(name: string): string {
  const words = name.split(/[_\s]/).map((word) => initials[word] ?? word)
  return capital(words.join(' ').replaceAll('.', ': ')).replace(/: url\b/, ': URL')
}

/** A recorded value; `names` has labels for ids. */
export function valueText(value: unknown, names: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined || value === '') return '–'
  if (value === '[redacted]') return 'Sent, but not recorded'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) {
    return value.map((each) => names.get(each) ?? each).join(', ') || 'None'
  }
  return typeof value === 'string' ? (names.get(value) ?? value) : JSON.stringify(value)
}

function pickTone({ action }: Entry): Tone {
  if (action.startsWith('DELETE') || /failed|lost|opened|reversed/.test(action)) return 'bad'
  return /succeeded|success|paid|won/.test(action) ? 'ok' : 'mute'
}

export function toStep(entry: Entry): Step {
  // A change to one's own account needs no object.
  const isOwn = entry.object_id === entry.user_id
  const about = isOwn ? '' : [objectName(entry), entry.object_id].filter(Boolean).join(' ')
  return {
    key: entry.audit_id,
    tone: pickTone(entry),
    title: actionName(entry.action),
    ...(about === '' ? {} : { about }),
    at: entry.created,
  }
}
