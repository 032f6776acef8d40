// The test server as a process of its own: prints its port as JSON, and ends with its parent.
import { startStripe } from './server.ts'

const { STRIPE_PORT, STRIPE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_WEBHOOK_URL } = process.env
const server = await startStripe({
  ...(STRIPE_PORT && { port: Number(STRIPE_PORT) }),
  ...(STRIPE_KEY && { key: STRIPE_KEY }),
  // Stripe's live keys begin like this. A new live account may not send card numbers.
  ...(STRIPE_KEY?.startsWith('sk_live_') && { is_live: true, raw_cards: false }),
  ...(STRIPE_WEBHOOK_SECRET && { secrets: [STRIPE_WEBHOOK_SECRET] }),
})
if (STRIPE_WEBHOOK_URL) server.postman.configure({ url: STRIPE_WEBHOOK_URL })
const ready = { port: server.port }
process.send?.(ready)
process.stdout.write(`${JSON.stringify(ready)}\n`)
process.on('disconnect', () => process.exit())
