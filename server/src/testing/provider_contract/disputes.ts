// The contract's dispute rules.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { foundInEvents, type Given, needs, openMailbox } from './bench.ts'
import type { ProviderDispute, EvidenceRequest } from '#core/providers/dispute.ts'
import type { DisputeEvent, ProviderEvent } from '#core/providers/provider.ts'

export function disputes(given: Given): void {
  report(given)
  answering(given)
  losing(given)
}

function report(given: Given): void {
  void test('a dispute is reported by callback, event list and query alike, with its owner', async (t) => {
    const { subject, provider, authorize } = given()
    const instrument = needs(t, subject.disputed)
    if (instrument === undefined) return
    await using mailbox = await openMailbox()
    const more = { callback_url: mailbox.url, merchant_id: 'm_contract' }
    const [operation_id] = await authorize({ instrument, capture: true, ...more })

    const event = await foundInEvents(provider, about(operation_id))
    const { body, headers } = await mailbox.first

    assert.deepEqual(provider.verifyCallback(body, headers), event)
    const { dispute, merchant_id } = event
    assert.equal(merchant_id, 'm_contract')
    assert.deepEqual([dispute.status, dispute.stage], ['opened', 'dispute'])
    assert.deepEqual([dispute.amount, dispute.debited], [1_000, 1_000])
    assert.equal(dispute.reference, 'pay_contract')
    assert.ok(Date.parse(dispute.challenge_required_by) > Date.parse(dispute.opened_at))
    assert.deepEqual(await provider.queryDispute(dispute.dispute_id), dispute)
    const tampered = Buffer.from(body.toString().replace('1000', '9000'))
    assert.equal(provider.verifyCallback(tampered, headers), undefined)
  })

  void test('a dispute that the provider does not have is never seen, and an answer to it refused', async () => {
    const { provider } = given()
    const dispute_id = newId('op')
    assert.equal(await provider.queryDispute(dispute_id), 'never_seen')
    const outcomes = await Promise.all([
      provider.acceptDispute({ dispute_id }),
      provider.expireDispute({ dispute_id }),
      provider.submitEvidence(evidence({ dispute_id })),
    ])
    for (const outcome of outcomes) assert.equal(outcome.result, 'refused')
  })
}

function answering(given: Given): void {
  void test('evidence counts once however often it is sent, and the issuer decides on it', async (t) => {
    const { provider } = given()
    const dispute = await disputed(t, given)
    if (dispute === undefined) return
    const request = evidence(dispute, { uncategorized_text: 'winning_evidence' })

    const [first, second] = await Promise.all([
      provider.submitEvidence(request),
      provider.submitEvidence(request),
    ])

    assert.ok(first.result === 'taken' && second.result === 'taken')
    assert.deepEqual(
      [first.dispute, second.dispute].map(({ status, revision }) => [status, revision]),
      [
        ['challenged', 2],
        ['challenged', 2],
      ],
    )
    const { dispute: won } = await foundInEvents(provider, about(dispute.operation_id, 'won'))
    assert.deepEqual([won.revision, won.debited, won.fees], [3, 0, dispute.fees])
    assert.equal((await provider.acceptDispute(dispute)).result, 'refused')
  })

  for (const [verb, status] of [
    ['acceptDispute', 'accepted'],
    ['expireDispute', 'expired'],
  ] as const) {
    void test(`${verb} ends a dispute, and does so once`, async (t) => {
      const { provider } = given()
      const dispute = await disputed(t, given)
      if (dispute === undefined) return
      const { dispute_id } = dispute

      const first = await provider[verb]({ dispute_id })
      const second = await provider[verb]({ dispute_id })

      assert.ok(first.result === 'taken')
      assert.deepEqual([first.dispute.status, first.dispute.debited], [status, 1_000])
      assert.deepEqual(second, first)
      const refused = await provider.submitEvidence(evidence(dispute))
      assert.ok(refused.result === 'refused' && refused.message !== '')
    })
  }
}

function losing(given: Given): void {
  for (const [fault, status] of [
    ['lost_before', 'opened'],
    ['lost_after', 'challenged'],
    ['error_before', 'opened'],
    ['error_after', 'challenged'],
    ['silence', 'challenged'],
  ] as const) {
    void test(`${fault} of evidence is unknown, a query finds it ${status}, and it can be sent again`, async (t) => {
      const { subject, provider } = given()
      const dispute = await disputed(t, given)
      if (dispute === undefined) return
      const hasty = subject.connect(300)
      const request = evidence(dispute)

      const lost = await hasty.submitEvidence({ ...request, faults: subject.faults?.[fault] })

      assert.deepEqual(lost, { result: 'unknown' })
      const known = await provider.queryDispute(dispute.dispute_id)
      assert.equal((known as ProviderDispute).status, status)
      const again = await provider.submitEvidence(request)
      assert.ok(again.result === 'taken')
      assert.deepEqual([again.dispute.status, again.dispute.revision], ['challenged', 2])
      hasty.close()
    })
  }
}

async function disputed(t: TestContext, given: Given): Promise<ProviderDispute | undefined> {
  const { subject, provider, authorize } = given()
  const instrument = needs(t, subject.disputed)
  if (instrument === undefined) return undefined
  const [operation_id] = await authorize({ instrument, capture: true })
  return (await foundInEvents(provider, about(operation_id))).dispute
}

function about(operation_id: string, status: ProviderDispute['status'] = 'opened') {
  return (event: ProviderEvent): event is DisputeEvent =>
    event.type === 'dispute' &&
    event.dispute.operation_id === operation_id &&
    event.dispute.status === status
}

function evidence(
  { dispute_id }: Pick<ProviderDispute, 'dispute_id'>,
  texts: Record<string, string> = {},
): EvidenceRequest {
  return {
    dispute_id,
    submission_id: newId('op'),
    texts: { customer_name: 'Ada', ...texts },
    files: [
      { field: 'receipt', file_name: 'r.pdf', file_type: 'application/pdf', file_size: 1_000 },
    ],
  }
}
