#!/usr/bin/env node
// The test server as a process: prints its port, and stops on a signal or with its parent.
import { startAdyen } from './server.ts'

const { ADYEN_API_KEY, ADYEN_MERCHANT_ACCOUNT, ADYEN_HMAC_KEY, ADYEN_WEBHOOK_URL, PORT } =
  process.env

const server = await startAdyen({
  api_key: ADYEN_API_KEY ?? 'adyen-test-server-key',
  merchant_account: ADYEN_MERCHANT_ACCOUNT ?? 'FlorinTest',
  hmac_key: ADYEN_HMAC_KEY ?? '00'.repeat(32),
  port: Number(PORT ?? 0),
})
server.outbox.url = ADYEN_WEBHOOK_URL
process.stdout.write(`${JSON.stringify({ port: server.port })}\n`)
process.send?.({ port: server.port })

for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) {
  process.once(signal, () => {
    void server.stop().then(() => process.exit(0))
  })
}
