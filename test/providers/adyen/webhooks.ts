// Signed webhooks, delivered as Adyen does: late, more than once, in any order, and again until they are accepted.
import { createHmac } from 'node:crypto'
import { request } from 'node:http'
import type { NotificationRequestItem } from '@adyen/api-library/lib/src/typings/notification/notificationRequestItem.js'

export type Delivery = 'now' | 'late' | 'twice' | 'shuffled' | 'never'

/** An item as it is sent. The official types describe it. */
export type Item = Omit<NotificationRequestItem, 'eventCode' | 'success' | 'operations'> & {
  eventCode: `${NotificationRequestItem.EventCodeEnum}`
  success: `${NotificationRequestItem.SuccessEnum}`
}

export interface Outbox {
  url: string | undefined
  delivery: Delivery
  /** Every item ever made, oldest first. */
  readonly items: Item[]
  send(
    item: Omit<Item, 'additionalData' | 'eventDate'> & Pick<Partial<Item>, 'additionalData'>,
  ): void
  /** Sends every item again, in the order in which they were made. */
  redeliver(): void
  close(): void
}

const LATE_MS = 200
const BATCH_MS = 100
const RETRY_MS = [100, 300, 1_000, 3_000]

export function openOutbox(hmac_key: string): Outbox {
  const timers = new Set<NodeJS.Timeout>()
  let waiting: Item[] = []
  const later = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, ms)
    timers.add(timer)
  }
  const post = (items: readonly Item[], tries = 0) => {
    const { url } = outbox
    if (url === undefined || items.length === 0) return
    deliver(url, items, () => {
      const wait = RETRY_MS[tries]
      if (wait !== undefined) later(wait, () => post(items, tries + 1))
    })
  }
  const flush = () => {
    const batch = waiting.toReversed()
    waiting = []
    post(batch)
  }
  const outbox: Outbox = {
    url: undefined,
    delivery: 'now',
    items: [],
    send(given) {
      const { additionalData, ...rest } = given
      const item: Item = { ...rest, eventDate: new Date().toISOString() }
      item.additionalData = { ...additionalData, hmacSignature: sign(item, hmac_key) }
      outbox.items.push(item)
      const { delivery } = outbox
      if (delivery === 'now' || delivery === 'twice') setImmediate(() => post([item]))
      if (delivery === 'twice' || delivery === 'late') later(LATE_MS, () => post([item]))
      if (delivery === 'shuffled') {
        waiting.push(item)
        if (waiting.length === 1) later(BATCH_MS, flush)
      }
    },
    redeliver() {
      for (const item of outbox.items) post([item])
    },
    close() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
  return outbox
}

/** The eight signed fields, as Adyen documents them. */
export function sign(item: Item, hmac_key: string): string {
  const { amount } = item
  const text = [
    item.pspReference,
    item.originalReference ?? '',
    item.merchantAccountCode,
    item.merchantReference,
    amount.value,
    amount.currency,
    item.eventCode,
    item.success,
  ].join(':')
  return createHmac('sha256', Buffer.from(hmac_key, 'hex')).update(text).digest('base64')
}

export function envelope(items: readonly Item[]): string {
  const notificationItems = items.map((item) => ({ NotificationRequestItem: item }))
  return JSON.stringify({ live: 'false', notificationItems })
}

function deliver(url: string, items: readonly Item[], onRefused: () => void): void {
  const headers = { 'Content-Type': 'application/json' }
  const sent = request(url, { method: 'POST', headers }, (response) => {
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (piece: string) => (text += piece))
    response.on('end', () => {
      if (response.statusCode !== 200 || !text.includes('[accepted]')) onRefused()
    })
    response.on('error', onRefused)
  })
  sent.on('error', onRefused)
  sent.end(envelope(items))
}
