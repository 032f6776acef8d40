// An account at the test server, for the adapter's tests.
import { createLog, type Log } from '#kernel/log.ts'
import { newId } from '#kernel/ids.ts'
import type { Provider } from '#core/providers/provider.ts'
import type { AccountOptions } from '#core/providers/provider_type.ts'
import type { AuthorizeRequest, CardInstrument, OperationRef } from '#core/providers/request.ts'
import { stripe } from '#core/providers/stripe/stripe.ts'
import { type ServerOptions, startStripe, type StripeServer } from './server.ts'

export interface StripeAccount extends AsyncDisposable {
  readonly server: StripeServer
  readonly provider: Provider
  /** Another connection to the same account. */
  connect(options?: Partial<AccountOptions>): Provider
}

export async function openAccount(
  options: ServerOptions & Partial<AccountOptions> = {},
): Promise<StripeAccount> {
  const server = await startStripe(options)
  const connect = (more: Partial<AccountOptions> = {}) => connectTo(server, { ...options, ...more })
  const provider = connect()
  const close = async () => {
    provider.close()
    await server.stop()
  }
  return { server, provider, connect, [Symbol.asyncDispose]: close }
}

export function connectTo(
  { url, key, secrets }: Pick<StripeServer, 'url' | 'key' | 'secrets'>,
  more: Partial<AccountOptions> = {},
): Provider {
  const { settings = {}, timeout_ms = 60_000, test_mode = true } = more
  return stripe.connect({
    merchant_id: more.merchant_id ?? 'mer_1',
    connector_id: 'con_1',
    credentials: more.credentials ?? { secret_key: key },
    webhook_secrets: more.webhook_secrets ?? secrets,
    settings,
    card_entry: 'raw',
    test_mode,
    urls: more.urls ?? { api: url },
    timeout_ms,
    log: more.log ?? silent,
  })
}

const silent: Log = createLog('silent')

export function card(number = '4242424242424242'): CardInstrument {
  return { type: 'card', number, exp_month: 12, exp_year: 2040, cvc: '987' }
}

export function authorization(more: Partial<AuthorizeRequest> = {}): AuthorizeRequest {
  return {
    operation_id: newId('op'),
    amount: 1_000,
    currency: 'EUR',
    capture: true,
    instrument: card(),
    authentication: null,
    customer_present: true,
    reference: 'pay_1',
    return_url: 'https://shop.example/back',
    ...more,
  }
}

/** The operation as recovery knows it. */
export function refTo(
  {
    operation_id,
    amount,
    currency,
  }: Pick<AuthorizeRequest, 'operation_id' | 'amount' | 'currency'>,
  transaction_id: string | null,
): OperationRef {
  const rest = { parent_transaction_id: null, kind: 'authorize' } as const
  return { operation_id, amount, currency, transaction_id, ...rest }
}
