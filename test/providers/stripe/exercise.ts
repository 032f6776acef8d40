// Makes the adapter send a request of every shape to the test server.
import assert from 'node:assert/strict'
import { newId } from '#kernel/ids.ts'
import type { DisputeEvent, Outcome, Provider } from '#core/providers/provider.ts'
import type { AuthorizeRequest, Instrument, OperationRef } from '#core/providers/request.ts'
import { methods } from '#core/providers/stripe/methods.ts'
import { authorization, card, openAccount, refTo, type StripeAccount } from './account.ts'
import type { Seen, ServerOptions } from './server.ts'

const address = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  line1: '1 Street',
  line2: 'Floor 2',
  city: 'London',
  state: 'LDN',
  zip: 'N1 1AA',
  country: 'GB',
}
const shopper = {
  name: 'Ada',
  email: 'ada@example.com',
  phone: '+4420',
  billing: address,
  shipping: address,
}
const page = { type: 'provider_page', method_type: 'credit' } as const
const stored = { use: 'first', network_transaction_id: null } as const

export async function exercise(
  options: ServerOptions = {},
): Promise<{ requests: Seen[]; violations: string[] }> {
  await using account = await openAccount({ settings: { multicapture: true }, ...options })
  const { provider, server } = account
  await provider.check?.()
  await payWithEveryMethod(account)
  await payWithCards(account)
  await modify(provider)
  await answerDisputes(provider)
  const events = await provider.listEvents(null)
  assert.ok(events.result === 'events')
  await provider.listEvents(events.cursor)
  await provider.listOperations?.(new Date(0), null)
  await provider.listOperations?.(new Date(0), 'refunds:')
  return { requests: server.requests, violations: server.violations }
}

async function payWithEveryMethod({ provider, server }: StripeAccount): Promise<void> {
  const data = { social_security_number: '123.456.789-09', blik_code: '123456' }
  const currencies: Record<string, string> = { pix: 'BRL', boleto: 'BRL', ach: 'USD', bacs: 'GBP' }
  for (const [method_type, row] of Object.entries(methods)) {
    if (!('as' in row) || row.as === 'card') continue
    const isTransfer = row.as === 'customer_balance' || method_type in currencies
    const instrument: Instrument = isTransfer
      ? { type: 'bank_transfer', method_type, data }
      : { type: 'redirect', method: 'wallet', method_type, data }
    const currency = currencies[method_type] ?? 'EUR'
    const request = authorization({ instrument, currency, shopper, capture: row.holds === false })
    const outcome = await provider.authorize(request)
    server.settle(request.operation_id, 'well')
    await provider.query(refTo(request, idIn(outcome)))
  }
}

async function payWithCards({ provider, server }: StripeAccount): Promise<void> {
  const requests: Partial<AuthorizeRequest>[] = [
    {},
    { capture: false, descriptor: 'Books & more', shopper },
    { authentication: 'three_ds' },
    { authentication: 'no_three_ds' },
    { customer_present: false },
    { amount: 0, shopper },
    { amount: 0, authentication: 'three_ds' },
    { instrument: page },
    { instrument: page, capture: false, descriptor: 'Books', shopper, authentication: 'three_ds' },
    { instrument: page, stored_credential: stored, shopper },
    { instrument: page, amount: 0, shopper },
  ]
  for (const more of requests) {
    const request = authorization(more)
    const outcome = await provider.authorize(request)
    await provider.query(refTo(request, idIn(outcome)))
    if (outcome.result !== 'challenge') continue
    await provider.void({ ...modification(outcome), parent_id: request.operation_id })
  }
  const saved = await provider.authorize(authorization({ stored_credential: stored, shopper }))
  assert.ok(saved.result === 'approved' && saved.saved_method !== undefined)
  const renewal = { use: 'renewal', network_transaction_id: null } as const
  const { saved_method } = saved
  const again = { saved_method, stored_credential: renewal, customer_present: false }
  await provider.authorize(authorization(again))
  await revokeEach(provider, server)
}

async function revokeEach(provider: Provider, server: StripeAccount['server']): Promise<void> {
  for (const amount of [1_000, 0]) {
    let id = ''
    const path = amount === 0 ? 'setup_intents' : 'payment_intents'
    server.arm('reset_before', { path: `POST /v1/${path}/{intent}/confirm` })
    const request = authorization({ amount, acknowledge: async (given) => void (id = given) })
    await provider.authorize(request)
    assert.deepEqual(await provider.revoke(refTo(request, id)), { result: 'revoked' })
  }
}

async function modify(provider: Provider): Promise<void> {
  const hold = await provider.authorize(authorization({ capture: false }))
  const captured = { ...modification(hold), amount: 300 }
  await provider.capture({ ...captured, final: false })
  await provider.capture({ ...modification(hold), amount: 200, final: true })
  const refund = { ...modification(hold), amount: 100 }
  await provider.refund(refund)
  const ref: OperationRef = { ...refTo(refund, null), kind: 'refund' }
  await provider.query({ ...ref, parent_transaction_id: idIn(hold) })
}

async function answerDisputes(provider: Provider): Promise<void> {
  const instrument = card('4000000000000259')
  for (let i = 0; i < 3; i++) await provider.authorize(authorization({ instrument }))
  const disputes: string[] = []
  for (let turn = 0; turn < 100 && disputes.length < 3; turn++) {
    await new Promise((done) => setTimeout(done, 20))
    const found = await provider.listEvents(null)
    assert.ok(found.result === 'events')
    const opened = found.events.filter((each): each is DisputeEvent => each.type === 'dispute')
    disputes.splice(0, 3, ...opened.map(({ dispute }) => dispute.dispute_id))
  }
  const [first = '', second = '', third = ''] = disputes
  const bytes = Buffer.from('%PDF-1.4 receipt')
  const file = { file_name: 'r.pdf', file_type: 'application/pdf', file_size: bytes.length }
  await provider.submitEvidence({
    dispute_id: first,
    submission_id: newId('op'),
    texts: { customer_name: 'Ada', uncategorized_text: 'She got it.' },
    files: [{ field: 'receipt', ...file, read: () => Promise.resolve(bytes) }],
  })
  await provider.acceptDispute({ dispute_id: second })
  await provider.expireDispute({ dispute_id: third })
}

function idIn(outcome: Outcome): string {
  return 'transaction_id' in outcome ? (outcome.transaction_id ?? '') : ''
}

function modification(parent: Outcome) {
  const ids = { operation_id: newId('op'), parent_id: 'op_0', parent_transaction_id: idIn(parent) }
  return { ...ids, currency: 'EUR', reference: 'pay_1' }
}
