// The account's payments and refunds, to compare with the books. Stripe lists the newest first.
import type { ListedOperation, ListPage, Unknown } from '../provider.ts'
import { operationIn, readCharge, readRefund, toOurs, unknown } from './answers.ts'
import { encodeForm } from './form.ts'
import { type Json, objectIn, parseJson, textIn } from './json.ts'
import type { Wire } from './wire.ts'

const lists = {
  payment_intents: { path: '/v1/payment_intents', expand: ['data.latest_charge'], read: inIntent },
  refunds: { path: '/v1/refunds', expand: [], read: inRefund },
} as const

type ListName = keyof typeof lists

/** The cursor is the list and the last object on it. */
export async function listOperations(
  wire: Wire,
  since: Date,
  cursor: string | null,
): Promise<ListPage | Unknown> {
  const [given = 'payment_intents', after] = cursor?.split(':') ?? []
  const name: ListName = given === 'refunds' ? 'refunds' : 'payment_intents'
  const { path, expand, read } = lists[name]
  const gte = Math.floor(since.getTime() / 1_000)
  const form = { created: { gte }, limit: 100, expand, starting_after: after || undefined }
  const reply = await wire.get(`${path}?${encodeForm(form)}`, name)
  const page = reply.sent === 'answered' && reply.status === 200 ? parseJson(reply.text) : undefined
  if (page === undefined || !Array.isArray(page['data'])) return unknown
  const objects = page['data'] as readonly Json[]
  const operations = objects.flatMap((object) => read(object))
  const last = textIn(objects.at(-1) ?? {}, 'id')
  if (page['has_more'] === true && last !== undefined) {
    return { result: 'list', operations, cursor: `${name}:${last}`, has_more: true }
  }
  return { result: 'list', operations, cursor: 'refunds:', has_more: name === 'payment_intents' }
}

/** The authorization, and the captures that its metadata names. */
function inIntent(intent: Json): ListedOperation[] {
  const charge = objectIn(intent, 'latest_charge')
  const approved = charge && readCharge(charge)
  if (approved === undefined) return []
  const { transaction_id, amount, currency } = approved
  const operation_id = operationIn(intent) ?? null
  const own: ListedOperation = { operation_id, transaction_id, kind: 'authorize', amount, currency }
  const captures = Object.entries(objectIn(intent, 'metadata') ?? {}).filter(
    ([name, value]) => name.startsWith('op_') && /^\d+$/.test(String(value)),
  )
  return [
    own,
    ...captures.map(([name, value]): ListedOperation => {
      return { ...own, operation_id: name, kind: 'capture', amount: Number(value) }
    }),
  ]
}

function inRefund(refund: Json): ListedOperation[] {
  const outcome = readRefund(refund)
  const moved = toOurs(refund, Number(refund['amount']))
  const isGone = outcome === undefined || outcome.result === 'refused'
  if (isGone || moved === undefined || !('transaction_id' in outcome)) return []
  const operation_id = operationIn(refund) ?? null
  const { transaction_id } = outcome
  return [{ operation_id, transaction_id, kind: 'refund', ...moved }]
}
