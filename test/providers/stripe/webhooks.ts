// Events: a list, and signed webhooks to one URL.
import { createHmac } from 'node:crypto'
import { type Entity, make, now, type Other, type World } from './state.ts'

export type Delivery = 'now' | 'late' | 'twice' | 'shuffled' | 'never'

export interface Postman {
  emit(world: World, type: string, object: Entity): Entity
  configure(how: { url?: string; deliver?: Delivery; late_ms?: number }): void
  /** Sends what was held back, in reverse order. */
  flush(): Promise<void>
}

export function sign(secrets: readonly string[], body: string, at = now()): string {
  const macs = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${at}.${body}`).digest('hex'),
  )
  return [`t=${at}`, ...macs.map((mac) => `v1=${mac}`)].join(',')
}

export function createPostman(secrets: readonly string[]): Postman {
  let [url, deliver, late_ms] = ['', 'now' as Delivery, 300]
  let held: string[] = []
  const send = async (body: string) => {
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': sign(secrets, body) }
    await fetch(url, { method: 'POST', body, headers }).catch(() => undefined)
  }
  const post = (body: string) => {
    if (url === '' || deliver === 'never') return
    if (deliver === 'shuffled') return void held.push(body)
    const wait_ms = deliver === 'late' ? late_ms : 0
    setTimeout(() => void send(body), wait_ms).unref()
    if (deliver === 'twice') setTimeout(() => void send(body), wait_ms + 20).unref()
  }
  return {
    emit(world, type, object) {
      const event = make<Other>(world, 'evt', 'event', {
        api_version: '2026-08-26.dahlia',
        data: { object: structuredClone(object) },
        pending_webhooks: 1,
        request: null,
        type,
      })
      post(JSON.stringify(event))
      return event
    },
    configure(how) {
      url = how.url ?? url
      deliver = how.deliver ?? deliver
      late_ms = how.late_ms ?? late_ms
    },
    async flush() {
      const bodies = held.toReversed()
      held = []
      for (const body of bodies) await send(body)
    },
  }
}
