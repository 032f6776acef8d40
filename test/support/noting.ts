// Notes by team members, and the objects that they are about.
import type { Answer, Client } from '#testing/client.ts'
import type { Shop } from '#testing/harness.ts'
import { disputed } from './disputing.ts'
import { arrange } from './paying.ts'

/** A new object's id, by the first segment of its path. */
const create: Readonly<Record<string, (shop: Shop) => Promise<string>>> = {
  payments: async (shop) => (await arrange(shop, 'succeeded')).body.payment_id,
  disputes: async (shop) => (await disputed(shop)).body.dispute_id,
  customers: async (shop) => (await shop.post('/customers', {})).body.customer_id,
}

export const kinds = Object.keys(create)

export async function notesPath(shop: Shop, kind: string): Promise<string> {
  return `/${kind}/${await create[kind]?.(shop)}/notes`
}

/** As in the route table: `/payments/:payment_id/notes`. */
export function notesUrl(kind: string): string {
  return `/${kind}/:${kind.slice(0, -1)}_id/notes`
}

export function addNote(by: Client, path: string, text = 'One bag arrived torn.'): Promise<Answer> {
  return by.post(path, { text })
}
