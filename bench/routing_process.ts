// An api or a worker for bench/routing.ts. Payments are approved within the process at every account too, so that the
// acquirer's time hides nothing.
import { leaveOutOf } from './leave_out_of.ts'

const [, , role] = process.argv

leaveOutOf({
  '/providers/accounts.ts': [
    'return (await accounts.find(merchant_id, connector_id)) ?? missing',
    'await accounts.find(merchant_id, connector_id)\n  return provider',
  ],
})
const { readConfig } = await import('#config.ts')
const { runApi } = await import('#roles/api/api.ts')
const { runWorker } = await import('#roles/worker/worker.ts')
process.once('disconnect', () => process.exit())
await (role === 'api' ? runApi : runWorker)(readConfig(process.env))
