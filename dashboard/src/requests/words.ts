import type { Schemas } from '../api/client.ts'
import { objectTarget } from '../lib/object_pages.ts'
import type { Tone } from '../lib/status.tsx'
import type { Target } from '../lib/url.ts'

export type RequestEntry = Schemas['RequestList']['data'][number]
export type LoggedRequest = Schemas['Request']

export function statusTone(status: number): Tone {
  if (status >= 500) return 'bad'
  return status >= 400 ? 'warn' : 'ok'
}

/** Object kinds by the prefix in their ids. */
const kinds: Readonly<Record<string, readonly [kind: string, name: string]>> = {
  pay: ['payment', 'Payment'],
  ref: ['refund', 'Refund'],
  dp: ['dispute', 'Dispute'],
  po: ['payout', 'Payout'],
  cus: ['customer', 'Customer'],
  plink: ['payment_link', 'Payment link'],
  sub: ['subscription', 'Subscription'],
  inv: ['invoice', 'Invoice'],
  key: ['key', 'API key'],
  usr: ['user', 'User'],
}

/** An id that the merchant chose has no page that can be known from it. */
export function objectLink(id: string): { readonly name: string; readonly target?: Target } {
  const [kind, name] = kinds[id.split('_')[0] ?? ''] ?? []
  const target = kind === undefined ? undefined : objectTarget(kind, id)
  return { name: name ?? 'Object', ...(target ? { target } : {}) }
}

/** Indented, if it was not cut. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
