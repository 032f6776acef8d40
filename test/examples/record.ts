// Records an example for every operation and every event, at real servers.
import { routes } from '#app.ts'
import { exampleName, type Recorded } from '#http/openapi/examples.ts'
import { eventNames } from '#core/outbox/event_types.ts'
import { testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { ORIGIN } from '../support/authenticator.ts'
import { startProvider } from '../support/oidc_provider.ts'
import { payingShop } from '../support/paying.ts'
import { recordAccounts } from './accounts.ts'
import { recordDisputes } from './disputes.ts'
import { recordEvents } from './events.ts'
import { Normalizer } from './normalize.ts'
import { recordPages } from './pages.ts'
import { recordPayments, recordResolution } from './payments.ts'
import { recordPayouts } from './payouts.ts'
import { Recorder } from './recorder.ts'
import { recordSubscriptions } from './subscriptions.ts'
import { recordSingleSignOn, recordUsers } from './users.ts'

const PUBLIC_URL = 'https://florin.example'
/** The examples' moment. */
const to = new Date('2026-01-15T09:30:00.000Z')
/** Months have different lengths, so subscriptions begin on the same day each time, in a year like that one. */
const later = new Date('2041-01-15T09:30:00.000Z')

export interface Recording {
  /** As it was sent and received. */
  readonly recorder: Recorder
  readonly examples: Recorded
}

export async function recordExamples(): Promise<Recording> {
  const recorder = new Recorder()
  const from = new Date()
  const provider = await startProvider(`${ORIGIN}/user/oidc/callback`)
  await using _ = provider
  await using shop = await payingShop()
  await using events = await payingShop({ FLORIN_REQUEST_LOG: 'yes' })
  await using resolution = await payingShop()
  await using subscriptions = await payingShop()
  subscriptions.clock.advance(later.getTime() - Date.now())
  await using users = await harness({ env: { ...provider.env, FLORIN_PUBLIC_URL: ORIGIN } })
  await recordAccounts(recorder, shop)
  await recordPayments(recorder, shop)
  await recordResolution(recorder, resolution)
  await recordDisputes(recorder, shop)
  await recordPayouts(recorder, shop)
  await recordPages(recorder, shop)
  await recordSubscriptions(recorder, subscriptions)
  await recordUsers(recorder, users)
  await recordSingleSignOn(recorder, users, provider)
  await recordEvents(recorder, events)
  const shops: Shop[] = [shop, events, resolution, subscriptions, users]
  const replaced = new Map([
    ...shops.map(({ base_url }) => [base_url, PUBLIC_URL] as const),
    [ORIGIN, PUBLIC_URL],
    [provider.issuer, 'https://login.example'],
    [(await testBank()).url, 'https://bank.example'],
    [(await testBank()).env['FLORIN_BANK_KEY'] ?? '', 'sandbox-bank-key'],
  ])
  const anchors = [
    { from: later, to },
    { from, to },
  ]
  return { recorder, examples: normalized(recorder, new Normalizer(anchors, replaced)) }
}

/** In table order, so that the ids are numbered in document order. */
function normalized({ operations, webhooks }: Recorder, normalizer: Normalizer): Recorded {
  const inOrder = <T>(names: readonly string[], from: ReadonlyMap<string, T>) =>
    Object.fromEntries(
      names.flatMap((name) => (from.has(name) ? [[name, normalizer.value(from.get(name))]] : [])),
    )
  return {
    operations: inOrder(routes.map(exampleName), operations) as Recorded['operations'],
    webhooks: inOrder(eventNames, webhooks) as Recorded['webhooks'],
  }
}
