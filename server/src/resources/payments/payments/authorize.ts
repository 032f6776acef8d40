// Record, call, record: first the intent is committed, then the provider is called, then the outcome is committed.
// A call never happens inside a transaction.
import type { Write } from '#kernel/change.ts'
import { addMs, DAY_MS } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { declineMessage } from '#core/declines.ts'
import { Failure } from '#errors.ts'
import { transition } from '#core/outbox/transition.ts'
import { NO_PROVIDER, callbackUrl, perform, record } from '#core/operations/perform.ts'
import { intend } from '#core/operations/operation.ts'
import type { Profile } from '#resources/accounts/profiles/schema.ts'
import type { AuthorizeRequest, Instrument, NotSent, Outcome } from '#core/providers/provider.ts'
import { withoutCode } from '#resources/methods/payment_methods/parse.ts'
import { judge, type Verdict, withinLimits } from './risk.ts'
import type { AuthorizeIntent, AuthorizeOperation, NotSentVaulted } from './intent.ts'
import { lifecycle } from './lifecycle.ts'
import { paymentSettler } from './settler.ts'
import type { PaymentStatus } from './state.ts'
import type { PaymentRow } from './store.ts'

const BLOCKED = 'UE_2003'

/** The vault deletes an instrument stored for a confirmation after this time. */
export const INSTRUMENT_TTL_MS = DAY_MS

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
  if (verdict === 'block') return block(context, attempt)
  const saving = await saveLater(context, attempt)
  const save = saving?.save
  const started = await withinLimits(
    context,
    attempt,
    async ({ writes: counted, ids: attempts }) => {
      const { write, ...intended } = intendAuthorize(context, attempt, verdict, { attempts, save })
      const others = [...attempt.writes, ...(saving ? [saving.write] : []), ...counted]
      await record(context, intended.operation, attempt.write(intended.row), write, ...others)
      return intended
    },
  )
  if (started === undefined) return block(context, attempt)
  const { row, operation } = started
  const request = toAuthorizeRequest(context, row, operation, instrument)
  const { row: settled, outcome } = await perform(
    context,
    paymentSettler,
    started,
    ({ provider }) => provider.authorize(request),
    (outcome) => vaultUnsent(context, instrument, outcome),
  )
  const isUnsent = outcome.result === 'not_sent'
  if (isUnsent && attempt.has_voided !== true) throw unsent(settled ?? row, outcome)
  return settled ?? row
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
}

/** Stores an instrument that was not sent in the vault, so that the payment can be confirmed again. */
async function vaultUnsent(
  context: Context,
  instrument: Instrument,
  outcome: Outcome,
): Promise<Outcome> {
  if (outcome.result !== 'not_sent') return outcome
  const until = addMs(context.now, INSTRUMENT_TTL_MS)
  const vaulted = await context.vault.put(context.merchant_id, withoutCode(instrument), until)
  const unsent: NotSentVaulted = { ...outcome, vaulted }
  return unsent
}

/** Stores an instrument that is to be charged again later; it is saved as a payment method if this succeeds. */
async function saveLater(context: Context, { row, instrument }: Attempt) {
  const { merchant_id, customer_id, setup_future_usage, payment_method_id } = row
  const wanted = setup_future_usage === 'off_session' && customer_id !== null
  if (!wanted || payment_method_id !== null || instrument.type !== 'card') return undefined
  const { vault_id, write } = await context.vault.put(merchant_id, withoutCode(instrument), null)
  return { save: { payment_method_id: context.id('pm', 'saved'), vault_id }, write }
}

function intendAuthorize(
  context: Context,
  attempt: Attempt,
  verdict: Verdict,
  { attempts, save }: { attempts: string[]; save: AuthorizeIntent['save'] | undefined },
) {
  const { profile, from } = attempt
  const authentication_type =
    verdict === 'require_3ds' ? 'three_ds' : attempt.row.authentication_type
  const row: PaymentRow = { ...attempt.row, authentication_type, connector: context.provider.name }
  const intent: AuthorizeIntent = {
    from,
    capture: row.capture_method === 'automatic',
    review: verdict === 'review',
    capture_window_ms: profile.capture_window_days * DAY_MS,
    action_window_ms: profile.session_expiry * 1000,
    ...(attempts.length > 0 ? { attempts } : {}),
    ...(save ? { save } : {}),
  }
  const intended = intend({
    merchant_id: row.merchant_id,
    operation_id: row.operation_id ?? '',
    object_id: row.payment_id,
    amount: row.amount,
    currency: row.currency,
    parent_id: null,
    kind: 'authorize',
    provider: context.provider.name,
    intent,
    now: context.clock.now(),
  })
  return { row, ...intended }
}

function toAuthorizeRequest(
  context: Context,
  row: PaymentRow,
  operation: AuthorizeOperation,
  instrument: Instrument,
): AuthorizeRequest {
  const { capture, review } = operation.intent
  return {
    operation_id: operation.operation_id,
    amount: row.amount,
    currency: row.currency,
    capture: capture && !review,
    merchant_id: row.merchant_id,
    reference: row.payment_id,
    instrument,
    authentication: row.authentication_type,
    customer_present: !row.off_session,
    descriptor: row.statement_descriptor ?? undefined,
    return_url: returnUrl(context, row),
    callback_url: callbackUrl(context, row.merchant_id),
  }
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

/** The browser returns to us first, so that the merchant's page never shows an old status. */
function returnUrl(context: Context, { merchant_id, payment_id }: PaymentRow): string {
  return `${context.public_url}/payments/return/${merchant_id}/${payment_id}`
}
