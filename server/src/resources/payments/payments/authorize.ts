// Record, call, record: first the intent is committed, then the provider is called, then the outcome is committed.
// A call never happens inside a transaction.
import type { Write } from '#kernel/change.ts'
import { DAY_MS } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { declineMessage } from '#core/declines.ts'
import { Failure } from '#errors.ts'
import { transition } from '#core/outbox/transition.ts'
import { NO_PROVIDER, record } from '#core/operations/perform.ts'
import { intend } from '#core/operations/operation.ts'
import type { Profile } from '#resources/accounts/profiles/schema.ts'
import type { NotSent } from '#core/providers/provider.ts'
import type { Instrument } from '#core/providers/request.ts'
import type { StoredAt } from '#resources/methods/payment_methods/resolve.ts'
import { withoutCode } from '#resources/methods/payment_methods/parse.ts'
import { callAccounts } from './call_accounts.ts'
import type { Account, Route } from './route.ts'
import { judge, type Judged, withinLimits } from './risk.ts'
import type { AuthorizeIntent } from './intent.ts'
import { lifecycle } from './lifecycle.ts'
import type { PaymentStatus } from './state.ts'
import { findPayment, type PaymentRow } from './store.ts'

const BLOCKED = 'UE_2003'

export interface Attempt {
  /** The payment after the first commit: processing, locked by this operation. */
  row: PaymentRow
  /** An insert for a new payment, an update for an existing one. */
  write: (row: PaymentRow) => Write
  instrument: Instrument
  /** The payment's version in the database; undefined for a new payment. */
  version: number | undefined
  from: PaymentStatus
  profile: Profile
  route: Route
  /** A saved method, as providers know it. */
  stored?: StoredAt | undefined
  /** Other rows that belong to the first commit. */
  writes: Write[]
  /** True if the rows behind the decision to pay have changed since. */
  isStale?: () => Promise<boolean>
  /** This request has already voided the previous attempt, so the answer cannot be that nothing was sent. */
  has_voided?: boolean
}

export async function authorize(context: Context, attempt: Attempt): Promise<PaymentRow> {
  const { profile, instrument } = attempt
  const verdict = judge(profile.risk_rules, attempt.row, instrument)
  if (verdict.action === 'block') return block(context, attempt)
  const saving = await saveLater(context, attempt)
  const save = saving?.save
  const started = await withinLimits(
    context,
    attempt,
    async ({ writes: counted, ids: attempts }) => {
      const more = { attempts, save, account: attempt.route.first }
      const { write, ...intended } = intendAuthorize(context, attempt, verdict, more)
      const others = [...attempt.writes, ...(saving ? [saving.write] : []), ...counted]
      await record(context, intended.operation, attempt.write(intended.row), write, ...others)
      return intended
    },
  )
  if (started === undefined) return block(context, attempt)
  const { row, settled, outcome } = await callAccounts(context, attempt, started)
  const isUnsent = outcome.result === 'not_sent'
  if (isUnsent && attempt.has_voided !== true) throw unsent(settled ?? row, outcome)
  const isFollowed = settled?.connector_id !== null && settled?.operation_id !== null
  return (
    (isFollowed ? await findPayment(context.db, row.merchant_id, row.payment_id) : settled) ?? row
  )
}

/** The payment exists: the details carry its id and status. */
function unsent({ payment_id, status }: PaymentRow, { reason }: NotSent): Failure {
  const message = `${unsentReasons[reason]}, so the payment ${payment_id} was not sent. It is ${status}; confirm it again.`
  const code = reason === 'maintenance' ? 'CE_02' : 'CE_01'
  return new Failure(code, message, { details: { payment_id, status } })
}

const unsentReasons: Readonly<Record<NotSent['reason'], string>> = {
  unreachable: 'The acquirer cannot be reached',
  maintenance: 'The acquirer is in maintenance',
  not_configured: NO_PROVIDER,
  unauthorized: 'The acquirer refuses the credentials of this account',
}

/** A card on the provider's page is saved as the account's token. */
const SAVED: ReadonlySet<Instrument['type']> = new Set(['card', 'provider_page'])

/** Stores an instrument that is to be charged again later; it is saved as a payment method if this succeeds. */
async function saveLater(context: Context, { row, instrument }: Attempt) {
  const { merchant_id, customer_id, setup_future_usage, payment_method_id } = row
  const wanted = setup_future_usage === 'off_session' && customer_id !== null
  if (!wanted || payment_method_id !== null || !SAVED.has(instrument.type)) return undefined
  const { vault_id, write } = await context.vault.put(merchant_id, withoutCode(instrument), null)
  const is_pinned = instrument.type === 'provider_page' ? { is_pinned: true as const } : {}
  return { save: { payment_method_id: context.id('pm', 'saved'), vault_id, ...is_pinned }, write }
}

interface Planned {
  attempts: string[]
  save: AuthorizeIntent['save'] | undefined
  account: Account
}

function intendAuthorize(
  context: Context,
  attempt: Attempt,
  { action, rule }: Judged,
  { attempts, save, account }: Planned,
) {
  const { profile, from } = attempt
  const authentication_type =
    action === 'require_3ds' ? 'three_ds' : attempt.row.authentication_type
  const { provider: connector, connector_id } = account
  const row: PaymentRow = { ...attempt.row, authentication_type, connector, connector_id }
  const intent: AuthorizeIntent = {
    from,
    capture: row.capture_method === 'automatic',
    review: action === 'review',
    capture_window_ms: profile.capture_window_days * DAY_MS,
    action_window_ms: profile.session_expiry * 1000,
    ...(attempts.length > 0 ? { attempts } : {}),
    ...(save ? { save } : {}),
    ...(rule === null ? {} : { risk: { action, rule } }),
    ...(account.captures_separately ? { captures_separately: true } : {}),
  }
  const intended = intend({
    merchant_id: row.merchant_id,
    operation_id: row.operation_id ?? '',
    object_id: row.payment_id,
    amount: row.amount,
    currency: row.currency,
    parent_id: null,
    kind: 'authorize',
    provider: connector,
    connector_id,
    intent,
    now: context.clock.now(),
  })
  return { row, ...intended }
}

/** Blocked by the merchant's own rules: the provider is not called, so nothing can be charged. */
async function block(context: Context, attempt: Attempt): Promise<PaymentRow> {
  const message = declineMessage(BLOCKED)
  const set = {
    operation_id: null,
    unified_code: BLOCKED,
    unified_message: message,
    error_details: { unified_details: { category: BLOCKED, message } },
  }
  const { row, events } = transition(lifecycle, attempt.row, 'block', set, context.now)
  const final = { ...row, version: attempt.row.version }
  await context.commit(attempt.write(final), ...events, ...attempt.writes)
  return final
}
