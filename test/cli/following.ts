// Shared by the stream tests: a shop that is paid at once, and a client that collects events.
import { ApiClient } from '../../cli/src/client.ts'
import { follow, type FollowOptions, type StreamedEvent } from '../../cli/src/listen/follow.ts'
import { eventually } from '#testing/eventually.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'

export function openShop(): Promise<Shop> {
  return harness({ env: { FLORIN_PROVIDER: 'instant' } })
}

export interface Collected extends AsyncDisposable {
  readonly events: StreamedEvent[]
  readonly interruptions: string[]
  until(count: number): Promise<void>
  stop(): Promise<void>
}

type Options = Partial<Omit<FollowOptions, 'signal' | 'merchant_id'>>

/** Resolves when the client is connected. */
export async function collect(
  { base_url, api_key = '' }: { base_url: string; api_key?: string | undefined },
  merchant_id: string,
  options: Options = {},
): Promise<Collected> {
  const end = new AbortController()
  const events: StreamedEvent[] = []
  const interruptions: string[] = []
  const client = new ApiClient({ base_url, api_key })
  let done: Promise<void> = Promise.resolve()
  await new Promise<void>((connected, failed) => {
    const stream = follow(client, {
      merchant_id,
      signal: end.signal,
      ...options,
      connected,
      interrupted: (reason) => void interruptions.push(reason),
    })
    done = (async () => {
      for await (const event of stream) events.push(event)
    })()
    done.catch(failed)
  })
  return {
    events,
    interruptions,
    until: async (count) => {
      await eventually(`${count} events were collected`, async () => events.length >= count)
    },
    async stop() {
      end.abort()
      await done
    },
    async [Symbol.asyncDispose]() {
      end.abort()
      await done.catch(() => undefined)
    },
  }
}

/** One payment has one event, or three if it is authorized first. */
export async function pay(
  shop: Pick<Shop, 'post'>,
  payment_id: string,
  isHeld = false,
): Promise<void> {
  const method = isHeld ? { capture_method: 'manual_multiple' } : {}
  const answers = [await shop.post('/payments', paymentBody({ payment_id, ...method }))]
  if (isHeld) {
    for (const amount_to_capture of [400, 600]) {
      answers.push(await shop.post(`/payments/${payment_id}/capture`, { amount_to_capture }))
    }
  }
  for (const { status, text } of answers) if (status !== 200) throw new Error(text)
}

export function storedEvents(shop: Shop): Promise<{ event_id: string }[]> {
  return shop.services.db.run(
    'select event_id from events where merchant_id = $1 order by object_id, sequence',
    [shop.merchant.merchant_id],
  )
}

/** Objects whose events are out of order. */
export function disordered(events: readonly StreamedEvent[]): string[] {
  const last = new Map<string, number>()
  return events.flatMap(({ object_id, sequence }) => {
    const before = last.get(object_id) ?? 0
    last.set(object_id, sequence)
    return sequence > before ? [] : `${object_id} ${before} ${sequence}`
  })
}
