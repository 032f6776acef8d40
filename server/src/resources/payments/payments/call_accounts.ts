// Calls the accounts of an attempt, one after the other. The next account is tried only within the request, only in
// time, and only if the one before certainly charged nothing: never after an unknown outcome. The commit that closes a
// try records the next one, so a crash leaves one open operation, whose account recovery asks.
import { update } from '#kernel/change.ts'
import { addMs, monotonicMs } from '#kernel/clock.ts'
import { Conflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { UNKNOWN } from '#core/operations/evidence.ts'
import { acknowledge, finish, intend, type Intended } from '#core/operations/operation.ts'
import { callbackUrl, callOnce, nextOperation, perform } from '#core/operations/perform.ts'
import type { Outcome, Provider } from '#core/providers/provider.ts'
import type { AuthorizeRequest, Instrument } from '#core/providers/request.ts'
import type { StoredAt } from '#resources/methods/payment_methods/resolve.ts'
import { withoutCode } from '#resources/methods/payment_methods/parse.ts'
import { type AuthorizeOperation, INSTRUMENT_TTL_MS, type NotSentVaulted } from './intent.ts'
import type { Account, Route } from './route.ts'
import { paymentSettler } from './settler.ts'
import { toShopper, toOrderLines } from './shopper.ts'
import { type PaymentRow, payments } from './store.ts'

interface Started extends Pick<Intended<AuthorizeOperation>, 'operation' | 'decided_ms'> {
  row: PaymentRow
}

interface Attempted {
  instrument: Instrument
  route: Route
  stored?: StoredAt | undefined
}

interface Called {
  /** The payment as it was when the last account was called. */
  row: PaymentRow
  /** The payment now; undefined if it was deleted. */
  settled: PaymentRow | undefined
  outcome: Outcome
}

/** No account is tried later than this after the first decision: the caller would have given up. */
const FALLBACK_WITHIN_MS = 15_000

export async function callAccounts(
  context: Context,
  { instrument, route, stored }: Pick<Attempted, 'instrument' | 'route' | 'stored'>,
  first: Started,
): Promise<Called> {
  const until_ms = first.decided_ms + FALLBACK_WITHIN_MS
  let started = first
  const call = (provider: Provider) =>
    provider.authorize(
      toAuthorizeRequest(context, started, { instrument, stored }, (acknowledged) => {
        started = acknowledged
      }),
    )
  let outcome: Outcome | undefined
  try {
    for (const account of route.fallbacks) {
      outcome = await callOnce(context, started, call)
      if (!isWorthAnother(outcome) || monotonicMs() > until_ms) break
      const next = await fallBack(context, started, outcome, account)
      if (next === undefined) break
      countFallback(context, started, next, outcome)
      started = next
      outcome = undefined
    }
    outcome ??= await callOnce(context, started, call)
  } catch (err) {
    const { operation_id, object_id } = started.operation
    const message = 'payments: a try could not be closed; recovery will poll the provider'
    context.log.error({ err, operation_id, object_id }, message)
    return { row: started.row, settled: paymentSettler.inFlight(started.row), outcome: UNKNOWN }
  }
  const settled = await perform(context, paymentSettler, started, outcome, (last) =>
    vaultUnsent(context, instrument, last),
  )
  return { row: started.row, settled: settled.row, outcome: settled.outcome }
}

/** Certainly nothing was charged, and another account may do better. */
function isWorthAnother(outcome: Outcome): boolean {
  if (outcome.result === 'declined') return outcome.elsewhere === true
  return outcome.result === 'not_sent' || outcome.result === 'revoked'
}

function countFallback(
  { fallbacks }: Context,
  { operation: { connector_id } }: Started,
  { operation: next }: Started,
  { result }: Outcome,
): void {
  fallbacks?.inc({ connector: connector_id ?? '', next: next.connector_id ?? '', result })
}

/** Undefined if the first try was settled elsewhere meanwhile. */
async function fallBack(
  context: Context,
  { row, operation }: Started,
  outcome: Outcome,
  { provider, connector_id, captures_separately }: Account,
): Promise<Started | undefined> {
  const { operation_id } = await nextOperation(context, `fallback_${connector_id}_`)
  const { captures_separately: _, ...intent } = operation.intent
  const intended = intend({
    ...operation,
    operation_id,
    provider,
    connector_id,
    intent: captures_separately ? { ...intent, captures_separately } : intent,
    now: context.clock.now(),
  })
  const set = { operation_id, connector: provider, connector_id }
  const closing = finish(operation, outcome, context.clock.now())
  try {
    await context.commit(update(payments, row, set), closing, intended.write)
  } catch (error) {
    if (error instanceof Conflict) return undefined
    throw error
  }
  return { ...intended, row: { ...row, ...set, version: row.version + 1 } }
}

function toAuthorizeRequest(
  context: Context,
  { row, operation, decided_ms }: Started,
  { instrument, stored }: Pick<Attempted, 'instrument' | 'stored'>,
  onAcknowledged: (started: Started) => void,
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
    return_url: returnUrl(context, row, operation),
    callback_url: callbackUrl(context, operation),
    // The sandbox bank needs none of this.
    ...(operation.connector_id === null ? {} : describeOrder(row, operation, stored)),
    acknowledge: async (transaction_id) => {
      await context.commit(acknowledge(operation, transaction_id))
      const next = { ...operation, transaction_id, version: operation.version + 1 }
      onAcknowledged({ row, operation: next, decided_ms })
    },
  }
}

function describeOrder(
  row: PaymentRow,
  { connector_id, intent }: AuthorizeOperation,
  stored: StoredAt | undefined,
): Partial<AuthorizeRequest> {
  const { network_transaction_id = null } = stored ?? {}
  const token = stored?.connector_id === connector_id ? stored?.provider_token : undefined
  const later = row.invoice_id ? 'renewal' : 'unscheduled'
  const use = intent.save ? 'first' : row.off_session && stored ? later : undefined
  return {
    shopper: toShopper(row),
    order_lines: toOrderLines(row),
    saved_method: token ?? undefined,
    stored_credential: use && { use, network_transaction_id },
  }
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

/**
 * The browser returns to us first, so that the merchant's page never shows an old status. The operation id proves that
 * it comes from the page.
 */
function returnUrl(
  { public_url }: Context,
  { merchant_id, payment_id }: PaymentRow,
  { operation_id }: AuthorizeOperation,
): string {
  return `${public_url}/payments/return/${merchant_id}/${payment_id}?operation_id=${operation_id}`
}
