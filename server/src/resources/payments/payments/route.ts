// Chooses the accounts for an attempt, before anything is committed.
import type { Context, Services } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import type { MethodTypeName } from '#core/method_types.ts'
import type { Instrument } from '#core/providers/request.ts'
import type { CardEntry } from '#core/providers/provider_type.ts'
import { providerType } from '#core/providers/types.ts'
import {
  accountTitle,
  type ConnectorRow,
  leasedConnectors,
  serves,
  usesOwnProvider,
} from '#resources/accounts/connectors/read.ts'
import { decideRoute, refusal, type RoutedPayment } from '#resources/accounts/routing/decide.ts'
import type { StoredAt } from '#resources/methods/payment_methods/resolve.ts'
import { leasedRouting } from '#resources/accounts/routing/read.ts'
import type { PaymentRow } from './store.ts'

/** An account that an attempt can use; null is the deployment's own provider. */
export interface Account {
  readonly connector_id: string | null
  readonly provider: string
  readonly captures_separately: boolean
}

export interface Route {
  readonly first: Account
  /** Tried within the same request, if the account before certainly charged nothing. */
  readonly fallbacks: readonly Account[]
}

/** Refuses a payment that none of the merchant's accounts can take. */
export async function routePayment(
  context: Context,
  row: PaymentRow,
  instrument: Instrument,
  stored?: StoredAt,
): Promise<Route> {
  const connectors = await leasedConnectors(context, row.merchant_id)
  if (usesOwnProvider(context, connectors)) return { first: ownAccount(context), fallbacks: [] }
  const payment = toRouted(row, instrument, stored?.pinned_to ?? null)
  const routing = await leasedRouting(context, row.merchant_id, row.profile_id)
  const { accounts } = decideRoute(routing, connectors, payment)
  const [first, ...others] = accounts
  if (first === undefined) throw unroutable(connectors, payment)
  const fallbacks = others.slice(0, routing.max_fallbacks)
  const { payment_method_type } = payment
  return {
    first: toAccount(first, payment_method_type),
    fallbacks: fallbacks.map((each) => toAccount(each, payment_method_type)),
  }
}

function ownAccount({ provider }: Context): Account {
  return { connector_id: null, provider: provider.name, captures_separately: false }
}

/** A method that cannot hold money is charged at once. */
function toAccount(
  { connector_id, connector_name: provider }: ConnectorRow,
  method_type: string,
): Account {
  const type = providerType(provider)
  const method = type?.methods[method_type as MethodTypeName]
  const isHeld = method !== undefined && !('not' in method) && method.holds !== false
  const captures_separately = type?.captures_separately === true && isHeld
  return { connector_id, provider, captures_separately }
}

/** The way in which a page asks for cards: on the acquirer's page only if no account of the profile takes numbers. */
export async function offeredCardEntry(
  context: Pick<Services, 'db' | 'connectors'>,
  { merchant_id, profile_id }: Pick<PaymentRow, 'merchant_id' | 'profile_id'>,
): Promise<CardEntry> {
  const all = await leasedConnectors(context, merchant_id)
  const own = all.filter((each) => serves(each, profile_id))
  const isElsewhere = own.length > 0 && own.every((each) => each.card_entry === 'provider_page')
  return isElsewhere ? 'provider_page' : 'raw'
}

function toRouted(
  row: PaymentRow,
  instrument: Instrument,
  pinned_to: string | null,
): RoutedPayment {
  const card = row.payment_method_data?.['card'] as { brand?: string | null } | undefined
  return {
    payment_id: row.payment_id,
    profile_id: row.profile_id,
    payment_method_type: row.payment_method_type ?? '',
    currency: row.currency,
    amount: row.amount,
    capture_method: row.capture_method,
    card_network: card?.brand ?? null,
    card_country: null,
    billing_country: row.billing?.address?.country ?? null,
    metadata: row.metadata,
    card_entry: cardEntry(instrument),
    pinned_to,
  }
}

function cardEntry({ type }: Instrument): RoutedPayment['card_entry'] {
  if (type === 'card') return 'raw'
  return type === 'provider_page' ? type : null
}

function unroutable(connectors: readonly ConnectorRow[], payment: RoutedPayment): Failure {
  const reasons = connectors.map((each) => {
    const reason = refusal(each, payment) ?? 'The routing rules do not offer it this payment.'
    return `${accountTitle(each)}: ${reason}`
  })
  const message = `None of your provider accounts can take this payment. ${reasons.join(' ')}`
  return new Failure('IR_29', message, { field: 'payment_method_type' })
}
