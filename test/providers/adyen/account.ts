// An account at the test server.
import type { AccountOptions } from '#core/providers/provider_type.ts'
import { type AdyenServer, type ServerOptions, startAdyen } from './server.ts'

export const API_KEY = 'AQE-test-server-key-of-the-account'
export const MERCHANT_ACCOUNT = 'FlorinTest'
export const HMAC_KEY = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056'

export function startTestServer(more: Partial<ServerOptions> = {}): Promise<AdyenServer> {
  const fixed = { api_key: API_KEY, merchant_account: MERCHANT_ACCOUNT, hmac_key: HMAC_KEY }
  return startAdyen({ ...fixed, ...more })
}

export function account(url: string): Omit<AccountOptions, 'log'> {
  return {
    merchant_id: 'mer_1',
    connector_id: 'con_1',
    credentials: { api_key: API_KEY, merchant_account: MERCHANT_ACCOUNT },
    webhook_secrets: [HMAC_KEY],
    settings: {},
    card_entry: 'raw',
    test_mode: true,
    urls: { checkout: url, disputes: url },
  }
}
