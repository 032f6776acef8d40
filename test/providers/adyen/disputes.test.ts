// The adapter's disputes: reports in any order, and answers with documents.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { createLog } from '#kernel/log.ts'
import { adyen } from '#core/providers/adyen/adyen.ts'
import type { EvidenceFile, ProviderDispute } from '#core/providers/dispute.ts'
import type { Provider } from '#core/providers/provider.ts'
import { account, startTestServer } from './account.ts'
import { openDispute, reportDispute } from './dispute_routes.ts'
import type { AdyenServer } from './server.ts'
import { envelope, type Item } from './webhooks.ts'

let server: AdyenServer
let provider: Provider
before(async () => {
  server = await startTestServer()
  provider = adyen.connect({ ...account(server.url), log: createLog('silent') })
})
after(async () => {
  provider.close()
  await server.stop()
  assert.deepEqual(server.violations, [])
})

async function disputed() {
  const operation_id = newId('op')
  const held = await provider.authorize({
    operation_id,
    reference: 'pay_1',
    amount: 1_000,
    currency: 'EUR',
    capture: true,
    instrument: { type: 'card', number: '4111111111111111', exp_month: 3, exp_year: 2030 },
    authentication: null,
    customer_present: true,
  })
  assert.ok(held.result === 'approved')
  const payment = server.state.payments.get(held.transaction_id)
  assert.ok(payment)
  payment.captured = payment.value
  const dispute = openDispute(server.world, payment)
  return { operation_id, payment, dispute, known: reported(dispute.psp, 'CHARGEBACK') }
}

/** The dispute as its webhook reports it. */
function reported(psp: string, eventCode: Item['eventCode']): ProviderDispute {
  const item = server.outbox.items.find(
    (each) => each.pspReference === psp && each.eventCode === eventCode,
  )
  assert.ok(item)
  const event = provider.verifyCallback(Buffer.from(envelope([item])), {})?.events[0]
  assert.ok(event?.type === 'dispute')
  return event.dispute
}

function file(field: string, more: Partial<EvidenceFile> = {}): EvidenceFile {
  const bytes = Buffer.from('%PDF-1.4')
  return {
    field,
    file_name: 'a.pdf',
    file_type: 'application/pdf',
    file_size: bytes.length,
    read: () => Promise.resolve(bytes),
    ...more,
  }
}

const answer = { submission_id: 'op_answer', texts: {}, files: [] as EvidenceFile[] }

test('a chargeback names its payment, its reason and its deadline', async () => {
  const { operation_id, payment, known } = await disputed()

  assert.equal(known.operation_id, operation_id)
  assert.equal(known.transaction_id, payment.psp)
  assert.deepEqual([known.reason_code, known.reason], ['13.1', 'Merchandise/Services Not Received'])
  assert.deepEqual([known.stage, known.status, known.debited], ['dispute', 'opened', 1_000])
  assert.ok(Date.parse(known.challenge_required_by) > Date.now())
})

test('of two reports the later step has the higher revision, in whatever order they arrive', async () => {
  const { dispute } = await disputed()
  const flow = [
    ['REQUEST_FOR_INFORMATION', 'pre_dispute', 'opened', 0],
    ['NOTIFICATION_OF_CHARGEBACK', 'dispute', 'opened', 0],
    ['CHARGEBACK', 'dispute', 'opened', 1_000],
    ['CHARGEBACK_REVERSED', 'dispute', 'won', 0],
    ['SECOND_CHARGEBACK', 'pre_arbitration', 'lost', 1_000],
    ['PREARBITRATION_WON', 'pre_arbitration', 'won', 0],
  ] as const
  for (const [code] of flow.toReversed()) reportDispute(server.world, dispute, code)

  const states = flow.map(([code]) => reported(dispute.psp, code))

  const steps = states.map(({ stage, status, debited }) => [stage, status, debited])
  assert.deepEqual(
    steps,
    flow.map(([, ...step]) => step),
  )
  const revisions = states.map(({ revision }) => revision)
  assert.deepEqual(
    revisions,
    revisions.toSorted((a, b) => a - b),
  )
  assert.equal(new Set(revisions).size, flow.length)
})

test('a report without the original payment is left out: its own reference is not the dispute’s', async () => {
  const { dispute } = await disputed()
  const { merchant_account, outbox } = server.world
  outbox.send({
    pspReference: dispute.payment.psp,
    merchantAccountCode: merchant_account,
    merchantReference: dispute.payment.reference,
    amount: { value: 1_000, currency: 'EUR' },
    eventCode: 'CHARGEBACK_REVERSED',
    success: 'true',
  })

  const last = outbox.items.at(-1)
  assert.ok(last)
  assert.deepEqual(provider.verifyCallback(Buffer.from(envelope([last])), {})?.events, [])
})

test('the defense that uses most of the evidence is chosen, and texts are printed as a document', async () => {
  const { dispute, known } = await disputed()
  const { psp: dispute_id } = dispute
  const texts = { customer_name: 'Ada', uncategorized_text: 'x'.repeat(5_000) }

  const files = [file('service_documentation'), file('receipt')]
  const outcome = await provider.submitEvidence({ ...answer, dispute_id, known, files })

  assert.ok(outcome.result === 'taken' && outcome.dispute.status === 'challenged')
  assert.deepEqual([...dispute.documents], ['GoodsOrServicesProvided', 'TIDorInvoice'])
  const other = await disputed()
  const by_text = { ...answer, dispute_id: other.dispute.psp, known: other.known, texts }
  assert.equal((await provider.submitEvidence(by_text)).result, 'taken')
  assert.deepEqual([...other.dispute.documents], ['DefenseMaterial'])
  const { defenseDocuments } = JSON.parse(server.bodies.at(-2) ?? '') as {
    defenseDocuments: { contentType: string; content: string }[]
  }
  const [document] = defenseDocuments
  assert.equal(document?.contentType, 'application/pdf')
  assert.match(Buffer.from(document.content, 'base64').toString('latin1'), /^%PDF-/)
})

test('evidence that no defense takes is refused with the documents that are missing', async () => {
  const { dispute, known } = await disputed()
  const given = { ...answer, dispute_id: dispute.psp, known }

  const none = await provider.submitEvidence(given)
  const large = await provider.submitEvidence({
    ...given,
    files: [file('receipt', { file_size: 3_000_000 })],
  })

  assert.ok(none.result === 'refused')
  assert.match(none.message, /GoodsOrServicesProvided.*SupplyDefenseMaterial \(DefenseMaterial\)/)
  assert.ok(large.result === 'refused')
  assert.match(large.message, /receipt/)
  assert.equal(dispute.status, 'open')
})

test('an answer to an inquiry takes no money, and a chargeback may still follow', async () => {
  const { dispute } = await disputed()
  reportDispute(server.world, dispute, 'REQUEST_FOR_INFORMATION')
  const known = reported(dispute.psp, 'REQUEST_FOR_INFORMATION')
  const given = {
    ...answer,
    dispute_id: dispute.psp,
    known,
    files: [file('receipt')],
    texts: { a: 'b' },
  }

  const outcome = await provider.submitEvidence(given)

  assert.ok(outcome.result === 'taken')
  assert.deepEqual([outcome.dispute.status, outcome.dispute.debited], ['challenged', 0])
  const next = reported(dispute.psp, 'NOTIFICATION_OF_CHARGEBACK')
  assert.ok(outcome.dispute.revision < next.revision)
})

test('a defended or unknown dispute cannot be accepted, and Adyen says why', async () => {
  const { dispute, known } = await disputed()
  const { psp: dispute_id } = dispute
  await provider.submitEvidence({ ...answer, dispute_id, known, texts: { a: 'b' } })

  const late = await provider.acceptDispute({ dispute_id, known })
  const lost = await provider.acceptDispute({
    dispute_id: 'X',
    known: { ...known, dispute_id: 'X' },
  })

  assert.ok(late.result === 'refused' && lost.result === 'refused')
  assert.deepEqual(
    [late.message, lost.message],
    ['The dispute has been defended', 'Dispute not found'],
  )
})
