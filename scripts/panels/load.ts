// A steady load with what happens on a bad day: declines, an acquirer that is down for a while, lost responses.
import { sleep } from '#kernel/clock.ts'
import { examplePayment } from '#resources/payments/payments/example.ts'
import type { SandboxFacts } from '#roles/sandbox/welcome.ts'

const PER_SECOND = 6
const CARDS = [
  '4242424242424242',
  '4242424242424242',
  '4242424242424242',
  '4000000000000002',
  '4000000000009995',
]

/** Resolves when all payments have an answer. */
export async function payFor(
  facts: SandboxFacts,
  seconds: number,
  accounts: ReadonlyMap<string, string>,
): Promise<void> {
  const [main = ''] = accounts.keys()
  const count = seconds * PER_SECOND
  const open: Promise<void>[] = []
  for (let nth = 0; nth < count; nth++) {
    open.push(pay(facts, nth, faultAt(nth, nth / count, main)).catch(() => undefined))
    await sleep(1_000 / PER_SECOND)
  }
  await Promise.all(open)
}

async function pay(facts: SandboxFacts, nth: number, fault: Record<string, string>): Promise<void> {
  const card = {
    ...examplePayment.payment_method_data.card,
    card_number: CARDS[nth % CARDS.length],
  }
  const payment_id = `load-${nth}`
  const is_manual = nth % 4 === 0
  const order = {
    ...examplePayment,
    payment_id,
    payment_method_data: { card },
    capture_method: is_manual ? 'manual' : 'automatic',
    // The customer never comes back from the bank's page.
    ...(nth % 30 === 1 && { authentication_type: 'three_ds', return_url: 'https://shop.example/' }),
  }
  if (nth % 40 === 0) await call(facts, '/payments', { ...order, amount: -1 })
  const answer = await call(facts, '/payments', order, fault)
  if (answer.status === 'requires_capture') {
    await call(facts, `/payments/${payment_id}/${nth % 8 === 0 ? 'capture' : 'cancel'}`, {})
  } else if (answer.status === 'succeeded' && nth % 5 === 0) {
    await call(facts, '/refunds', { payment_id })
  }
}

/** For a while the first account is down, so that payments go to the second; later, some responses are lost. */
function faultAt(nth: number, progress: number, main: string): Record<string, string> {
  if (progress > 0.4 && progress < 0.55 && nth % 2 === 0)
    return { 'X-Sandbox-Acquirer': 'down', 'X-Sandbox-Connector': main }
  if (progress > 0.6 && progress < 0.7 && nth % 5 === 0) return { 'X-Sandbox-Acquirer': 'timeout' }
  return {}
}

async function call(
  { base_url, api_key }: SandboxFacts,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ status?: string }> {
  const answer = await fetch(`${base_url}${path}`, {
    method: 'POST',
    headers: { 'api-key': api_key, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as { status?: string }
}
