// Customers, the cards they have saved, and tokens for their cards. Customers are deleted in between.
import type { Answer } from '#testing/client.ts'
import { clientOf, send } from './clients.ts'
import type { Merchant } from './deployment.ts'
import { newCard } from './instruments.ts'
import {
  type Action,
  type CustomerTarget,
  newName,
  newTarget,
  pick,
  type Roll,
  type Run,
} from './run.ts'

export function liveCustomer({ customers }: Run, roll: Roll): CustomerTarget | undefined {
  const live = customers.slice(-30).filter(({ is_deleted }) => !is_deleted)
  return live.length === 0 ? undefined : pick(roll, live)
}

/** Sometimes from a deleted customer: then it must not pay. */
export function cardOnFile({ customers }: Run, roll: Roll) {
  const having = customers.slice(-60).filter(({ methods }) => methods.length > 0)
  if (having.length === 0) return undefined
  const customer = pick(roll, having)
  return { customer, payment_method_id: pick(roll, customer.methods) }
}

export function learnMethod(run: Run, merchant: Merchant, body: Answer['body']): void {
  const { payment_method_id, customer_id } = body
  if (!payment_method_id || !customer_id) return
  const owner = run.customers.find((each) => each.id === customer_id && each.merchant === merchant)
  if (owner && !owner.methods.includes(payment_method_id)) owner.methods.push(payment_method_id)
}

/** As a browser makes it, with the publishable key. */
export async function newToken(run: Run, roll: Roll, merchant: Merchant) {
  const client = clientOf(run, roll, merchant).with(merchant.publishable_key)
  const answer = await client.post('/tokens', { card: newCard(roll) }).catch(() => undefined)
  return answer?.body?.token as string | undefined
}

export async function createCustomer(run: Run, roll: Roll): Promise<void> {
  const merchant = pick(roll, run.simulated.merchants)
  const customer_id = newName(run, 'cus')
  const target: CustomerTarget = {
    ...newTarget(merchant, customer_id, true),
    methods: [],
    is_deleted: false,
  }
  const body = { customer_id, name: 'Ada King', email: 'ada@example.com' }
  const learn = () => void run.customers.push(target)
  await send(run, roll, { target, name: 'create customer', path: '/customers', body, learn })
}

async function remove(run: Run, roll: Roll): Promise<void> {
  const target = liveCustomer(run, roll)
  if (target === undefined) return
  // From the first try on: it may have been done.
  target.is_deleted = true
  const path = `/customers/${target.id}`
  await send(run, roll, { target, name: 'delete customer', path, method: 'DELETE' })
}

export const customerActions: readonly Action[] = [
  { name: 'create customer', weight: 8, act: createCustomer },
  { name: 'delete customer', weight: 2, act: remove },
]
