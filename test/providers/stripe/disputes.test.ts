import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Stripe } from 'stripe'
import { newId } from '#kernel/ids.ts'
import { evidenceFields as ours } from '#resources/payments/disputes/evidence_fields.ts'
import { authorization, card, openAccount, type StripeAccount } from './account.ts'
import type { EvidenceFile, EvidenceRequest, ProviderDispute } from '#core/providers/dispute.ts'
import { evidenceFields, findMisfit, readDispute } from '#core/providers/stripe/disputes.ts'

function file(field: string, more: Partial<EvidenceFile> = {}): EvidenceFile {
  const bytes = Buffer.from('%PDF-1.4 receipt')
  const fixed = { file_name: 'r.pdf', file_type: 'application/pdf', file_size: bytes.length }
  return { field, ...fixed, read: () => Promise.resolve(bytes), ...more }
}

async function disputed({ provider }: StripeAccount, number = '4000000000000259') {
  const request = authorization({ instrument: card(number) })
  await provider.authorize(request)
  for (let turn = 0; turn < 100; turn++) {
    const page = await provider.listEvents(null)
    assert.ok(page.result === 'events')
    const found = page.events.find((event) => event.type === 'dispute')
    if (found?.type === 'dispute') return found.dispute
    await new Promise((done) => setTimeout(done, 20))
  }
  return assert.fail('no dispute')
}

function evidence({ dispute_id }: ProviderDispute, more: Partial<EvidenceRequest> = {}) {
  const texts = { customer_name: 'Ada', uncategorized_text: 'She got it.' }
  return { dispute_id, submission_id: newId('op'), texts, files: [file('receipt')], ...more }
}

test('every evidence field has one of the names that the official package knows', () => {
  assert.deepEqual(Object.keys(evidenceFields), Object.keys(ours).toSorted())
  // The list is checked by the compiler.
  const known: readonly (keyof Stripe.DisputeUpdateParams.Evidence)[] = [
    'access_activity_log',
    'billing_address',
    'cancellation_policy',
    'cancellation_policy_disclosure',
    'cancellation_rebuttal',
    'customer_communication',
    'customer_email_address',
    'customer_name',
    'customer_purchase_ip',
    'customer_signature',
    'duplicate_charge_documentation',
    'product_description',
    'receipt',
    'refund_policy',
    'refund_policy_disclosure',
    'refund_refusal_explanation',
    'service_date',
    'service_documentation',
    'shipping_address',
    'shipping_carrier',
    'shipping_date',
    'shipping_documentation',
    'shipping_tracking_number',
    'uncategorized_file',
    'uncategorized_text',
  ]
  assert.deepEqual([...new Set(Object.values(evidenceFields))].toSorted(), known.toSorted())
})

test('evidence that Stripe does not take is refused with its reason, and nothing is sent', async () => {
  await using account = await openAccount()
  const misfits: [Partial<EvidenceRequest>, RegExp][] = [
    [{ texts: { customer_name: 'x'.repeat(5_001) } }, /customer_name has more than 5000/],
    [{ texts: { uncategorized_text: 'x'.repeat(20_001) } }, /more than 20000/],
    [{ texts: { constructor: 'x' } }, /no evidence field/],
    [{ files: [file('receipt', { file_type: 'image/gif' })] }, /PDF, JPEG or PNG/],
    [{ files: [file('receipt', { file_size: 4_500_001 })] }, /4500001 bytes/],
    [
      { files: [file('uncategorized_file'), file('recurring_transaction_agreement')] },
      /one field for uncategorized_file and recurring_transaction_agreement/,
    ],
  ]
  for (const [more, reason] of misfits) {
    const request = { dispute_id: 'du_1', submission_id: 'op_1', texts: {}, files: [], ...more }
    const outcome = await account.provider.submitEvidence(request)
    assert.ok(outcome.result === 'refused')
    assert.match(outcome.message, reason)
  }
  assert.equal(account.server.requests.length, 0)
  assert.equal(
    findMisfit({ texts: { uncategorized_text: 'x'.repeat(20_000) }, files: [] }),
    undefined,
  )
})

test('evidence is staged before it is submitted, with its files', async () => {
  await using account = await openAccount()
  const { server, provider } = account
  const dispute = await disputed(account)
  const before = server.requests.length

  const outcome = await provider.submitEvidence(evidence(dispute))

  assert.ok(outcome.result === 'taken')
  const sent = server.requests.slice(before).map(({ method, template, raw }) => {
    const submit = /submit=(\w+)/.exec(raw.toString())?.[1]
    return [method, template, ...(submit ? [submit] : [])].join(' ')
  })
  assert.deepEqual(sent, [
    'GET /v1/disputes/{dispute}',
    'POST /v1/files',
    'POST /v1/disputes/{dispute} false',
    'POST /v1/disputes/{dispute} true',
  ])
  assert.deepEqual(server.violations, [])
})

test('Stripe takes evidence once: other evidence is refused afterwards', async () => {
  await using account = await openAccount()
  const dispute = await disputed(account)
  const first = evidence(dispute)
  await account.provider.submitEvidence(first)

  const other = await account.provider.submitEvidence(evidence(dispute))
  const same = await account.provider.submitEvidence(first)

  assert.ok(other.result === 'refused')
  assert.match(other.message, /takes evidence once/)
  assert.equal(same.result, 'taken')
})

test('a file that cannot be read leaves the dispute as it was', async () => {
  await using account = await openAccount()
  const dispute = await disputed(account)
  const read = () => Promise.reject(new Error('gone'))

  const outcome = await account.provider.submitEvidence(
    evidence(dispute, { files: [file('receipt', { read })] }),
  )

  assert.ok(outcome.result === 'refused')
  assert.deepEqual(await account.provider.queryDispute(dispute.dispute_id), dispute)
})

test('an inquiry takes no money', async () => {
  await using account = await openAccount()

  const dispute = await disputed(account, '4000000000001976')

  assert.deepEqual([dispute.stage, dispute.debited, dispute.fees], ['pre_dispute', 0, 0])
})

const object = {
  id: 'du_1',
  object: 'dispute',
  amount: 1_000,
  currency: 'eur',
  created: 1_800_000_000,
  status: 'needs_response',
  reason: 'fraudulent',
  payment_intent: 'pi_1',
  metadata: {},
  evidence_details: { due_by: 1_800_600_000, past_due: false, submission_count: 0 },
  balance_transactions: [{ amount: -1_000, fee: 1_500, currency: 'eur' }],
}

test('every state of a dispute is later than the states before it', () => {
  const returned = [...object.balance_transactions, { amount: 1_000, fee: 0, currency: 'eur' }]
  const late = { ...object.evidence_details, past_due: true }
  const submitted = { ...object.evidence_details, submission_count: 1 }
  const states: [object, string][] = [
    [{ status: 'warning_needs_response', balance_transactions: [] }, 'opened'],
    [{ status: 'warning_under_review', balance_transactions: [] }, 'challenged'],
    [{ balance_transactions: [] }, 'opened'],
    [{}, 'opened'],
    [{ evidence_details: late }, 'expired'],
    [{ status: 'under_review', evidence_details: submitted }, 'challenged'],
    [{ status: 'won', evidence_details: submitted }, 'won'],
    [{ status: 'won', evidence_details: submitted, balance_transactions: returned }, 'won'],
    [{ status: 'lost', evidence_details: submitted, balance_transactions: returned }, 'lost'],
  ]

  const read = states.map(([change]) => readDispute({ ...object, ...change }))

  assert.deepEqual(
    read.map((dispute) => dispute?.status),
    states.map(([, status]) => status),
  )
  const revisions = read.map((dispute) => dispute?.revision ?? 0)
  assert.deepEqual(
    revisions,
    [...new Set(revisions)].toSorted((a, b) => a - b),
  )
})

test('a dispute that was lost without evidence was accepted, or its deadline passed', () => {
  const lost = { ...object, status: 'lost' }
  const details = { ...object.evidence_details, past_due: true }
  assert.equal(readDispute(lost)?.status, 'accepted')
  assert.equal(readDispute({ ...lost, evidence_details: details })?.status, 'expired')
  assert.equal(readDispute({ ...lost, metadata: { answer: 'expired' } })?.status, 'expired')
})

test('a dispute is believed whole or not at all', () => {
  const wrong = {
    status: 'war',
    amount: '1000',
    created: null,
    currency: 'euros',
    balance_transactions: {},
  }
  for (const [name, value] of Object.entries(wrong)) {
    assert.equal(readDispute({ ...object, [name]: value }), undefined, name)
  }
})
