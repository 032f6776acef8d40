// Guesses at one password from many addresses, against a real api process, while its owner signs in from a known
// device, and from a new one with the link in a mail. The right password is among the guesses as soon as strangers
// have no try left.
//
// npm run prove:guesses -- --guesses 10000 --addresses 100
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { startApi } from '#testing/api_process.ts'
import type { Client } from '#testing/client.ts'
import { harness } from '#testing/harness.ts'
import { addPerson, mailedReset, PASSWORD, signIn } from '../support/signing_in.ts'

const CONCURRENT = 32
/** From here on, every guess is right. */
const RIGHT_FROM = 200
const RIGHT_EVERY = 25
const OWNER_PAUSE_MS = 200
const NEW_PASSWORD = 'tide-lamp-quartz'

interface Size {
  readonly guesses: number
  readonly addresses: number
}

export interface Outcome {
  /** Guess statuses. */
  readonly statuses: Record<string, number>
  /** Number of right guesses. */
  right: number
  /** The owner's sign-in statuses. */
  readonly owner: Record<string, number>
  readonly owner_ms: number[]
  /** Sign-in statuses from a new device: before the reset, with a strange address, and after it. */
  new_device: { before: number; after: number }
  seconds: number
}

export async function guessPassword({ guesses, addresses }: Size): Promise<Outcome> {
  await using shop = await harness()
  await using api = await startApi({ FLORIN_TRUST_PROXY: '1' })
  const client = api.client()
  const user = await addPerson(shop)
  const own = { address: '192.0.2.1', ...(await deviceOf(client, user.email)) }
  const outcome: Outcome = {
    statuses: {},
    right: 0,
    owner: {},
    owner_ms: [],
    new_device: { before: 0, after: 0 },
    seconds: 0,
  }
  const current = { password: PASSWORD }
  const started = performance.now()
  const attack = { is_over: false, sent: 0 }
  const attacker = async () => {
    while (attack.sent < guesses) {
      const n = attack.sent++
      const isRight = n >= RIGHT_FROM && n % RIGHT_EVERY === 0
      if (isRight) outcome.right++
      const password = isRight ? current.password : `marble thicket ${n}`
      const address = `198.51.100.${n % addresses}`
      const { status } = await signIn(client, user.email, { password, address })
      outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1
    }
  }
  // The owner does not sign in with the old password while it is replaced.
  let replaced = Promise.resolve()
  let signing: Promise<unknown> = replaced
  const owner = async () => {
    do {
      await replaced
      const began = performance.now()
      const answer = signIn(client, user.email, { ...own, ...current })
      signing = answer
      const { status } = await answer
      outcome.owner[status] = (outcome.owner[status] ?? 0) + 1
      outcome.owner_ms.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, OWNER_PAUSE_MS))
    } while (!attack.is_over)
  }
  const elsewhere = async () => {
    while (attack.sent < guesses / 2) await new Promise((resolve) => setTimeout(resolve, 10))
    const address = '203.0.113.50'
    outcome.new_device.before = (await signIn(client, user.email, { address, ...current })).status
    const done = Promise.withResolvers<void>()
    replaced = done.promise
    await signing
    const token = await mailedReset(shop, user)
    const body = { token, password: NEW_PASSWORD }
    const reset = await client.post('/user/reset_password', body)
    current.password = NEW_PASSWORD
    done.resolve()
    const device_token = reset.body.device_token as string
    const after = await signIn(client, user.email, { address, device_token, ...current })
    outcome.new_device.after = after.status
  }
  const attackers = Promise.all(Array.from({ length: CONCURRENT }, attacker))
  const others = [owner(), elsewhere()]
  await attackers
  outcome.seconds = (performance.now() - started) / 1000
  await others[1]
  attack.is_over = true
  await Promise.all(others)
  return outcome
}

async function deviceOf(client: Client, email: string) {
  const { body } = await signIn(client, email, { address: '192.0.2.1' })
  return { device_token: body.device_token as string }
}

function quantile(values: readonly number[], q: number): string {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0).toFixed(0)
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      guesses: { type: 'string', default: '10000' },
      addresses: { type: 'string', default: '100' },
    },
  })
  const size = { guesses: Number(values.guesses), addresses: Number(values.addresses) }
  const outcome = await guessPassword(size)
  const { statuses, right, owner, owner_ms, new_device, seconds } = outcome
  const report = [
    `${size.guesses} guesses from ${size.addresses} addresses in ${seconds.toFixed(0)} s, ${right} of them right: ${JSON.stringify(statuses)}`,
    `the owner from a known device: ${JSON.stringify(owner)}, p50 ${quantile(owner_ms, 0.5)} ms, p99 ${quantile(owner_ms, 0.99)} ms`,
    `from a new device: ${new_device.before}, after a reset ${new_device.after}`,
    `${cpus().length} cores, shared by the api, PostgreSQL and the guesses.`,
  ]
  process.stdout.write(`${report.join('\n')}\n`)
}
