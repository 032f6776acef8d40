// The contract's dispute rules.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { connectFor, type Given, needs } from './bench.ts'
import type { ProviderDispute, EvidenceRequest } from '#core/providers/dispute.ts'
import type { DisputeEvent, Outcome, ProviderEvent } from '#core/providers/provider.ts'

export function disputes(given: Given): void {
  report(given)
  answering(given)
  losing(given)
}

function report(given: Given): void {
  void test('a dispute is reported by callback, event list and query alike, with its owner', async (t) => {
    const { subject, provider, mailbox, authorize, event: reported } = given()
    const instrument = needs(t, subject.disputed)
    if (instrument === undefined) return
    const [operation_id, outcome] = await authorize({ instrument, capture: true })

    const event = await reported(about(operation_id, outcome))
    const { body, headers } = await mailbox.letter(provider, about(operation_id, outcome))

    assert.deepEqual(provider.verifyCallback(body, headers)?.events, [event])
    const { dispute, merchant_id } = event
    assert.equal(merchant_id, 'm_contract')
    assert.deepEqual([dispute.status, dispute.stage], ['opened', 'dispute'])
    assert.deepEqual([dispute.amount, dispute.debited], [1_000, 1_000])
    assert.ok(Date.parse(dispute.challenge_required_by) > Date.parse(dispute.opened_at))
    if (subject.dispute_query !== false) {
      assert.deepEqual(await provider.queryDispute(dispute.dispute_id), dispute)
    }
    const tampered = Buffer.from(body.toString().replace('1000', '9000'))
    assert.equal(provider.verifyCallback(tampered, headers), undefined)
  })

  void test('a dispute that the provider does not have is never seen, and an answer to it refused', async () => {
    const { subject, provider } = given()
    const dispute_id = newId('op')
    if (subject.dispute_query !== false) {
      assert.equal(await provider.queryDispute(dispute_id), 'never_seen')
    }
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
    const { revision } = dispute
    const request = evidence(dispute, { uncategorized_text: 'winning_evidence' })

    const [first, second] = await Promise.all([
      provider.submitEvidence(request),
      provider.submitEvidence(request),
    ])

    assert.ok(first.result === 'taken' && second.result === 'taken')
    assert.deepEqual([first.dispute.status, second.dispute.status], ['challenged', 'challenged'])
    assert.ok(first.dispute.revision > revision)
    assert.equal(second.dispute.revision, first.dispute.revision)
    const { dispute: won } = await given().event(reportOn(dispute, 'won'))
    assert.deepEqual([won.debited, won.fees], [0, dispute.fees])
    assert.ok(won.revision > first.dispute.revision)
    const accepted = await provider.acceptDispute({ ...request, known: first.dispute })
    assert.equal(accepted.result, 'refused')
  })

  for (const [verb, status] of [
    ['acceptDispute', 'accepted'],
    ['expireDispute', 'expired'],
  ] as const) {
    void test(`${verb} ends a dispute, and does so once`, async (t) => {
      const { provider } = given()
      const dispute = await disputed(t, given)
      if (dispute === undefined) return
      const request = { dispute_id: dispute.dispute_id, known: dispute }

      const first = await provider[verb](request)
      const second = await provider[verb](request)

      assert.ok(first.result === 'taken')
      assert.deepEqual([first.dispute.status, first.dispute.debited], [status, 1_000])
      assert.deepEqual(second, first)
      const refused = await provider.submitEvidence(evidence(first.dispute))
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
      const { subject, provider, arm } = given()
      const dispute = await disputed(t, given)
      const faults = dispute && needs(t, await arm(fault, 'evidence'))
      if (dispute === undefined || faults === undefined) return
      const hasty = connectFor(subject, fault)
      const request = evidence(dispute)

      const lost = await hasty.submitEvidence({ ...request, ...faults })

      assert.deepEqual(lost, { result: 'unknown' })
      if (subject.dispute_query !== false) {
        const known = await provider.queryDispute(dispute.dispute_id)
        assert.equal((known as ProviderDispute).status, status)
      }
      const again = await provider.submitEvidence(request)
      assert.ok(again.result === 'taken')
      assert.equal(again.dispute.status, 'challenged')
      assert.ok(again.dispute.revision > dispute.revision)
      hasty.close()
    })
  }
}

async function disputed(t: TestContext, given: Given): Promise<ProviderDispute | undefined> {
  const { subject, authorize, event } = given()
  const instrument = needs(t, subject.disputed)
  if (instrument === undefined) return undefined
  const [operation_id, outcome] = await authorize({ instrument, capture: true })
  return (await event(about(operation_id, outcome))).dispute
}

/** Matches events about a dispute over this authorization, by whichever id the provider reports. */
function about(operation_id: string, outcome: Outcome) {
  const transaction_id = 'transaction_id' in outcome ? outcome.transaction_id : null
  return (event: ProviderEvent): event is DisputeEvent => {
    if (event.type !== 'dispute' || event.dispute.status !== 'opened') return false
    const { dispute } = event
    // A notice may precede the debit.
    if (dispute.debited === 0) return false
    return dispute.operation_id === null
      ? dispute.transaction_id === transaction_id
      : dispute.operation_id === operation_id
  }
}

function reportOn({ dispute_id }: ProviderDispute, status: ProviderDispute['status']) {
  return (event: ProviderEvent): event is DisputeEvent =>
    event.type === 'dispute' &&
    event.dispute.dispute_id === dispute_id &&
    event.dispute.status === status
}

function evidence(
  known: ProviderDispute | Pick<ProviderDispute, 'dispute_id'>,
  texts: Record<string, string> = {},
): EvidenceRequest {
  const bytes = Buffer.alloc(1_000, '%PDF-1.4 ')
  const file = { file_name: 'r.pdf', file_type: 'application/pdf', file_size: bytes.length }
  return {
    dispute_id: known.dispute_id,
    ...('status' in known ? { known } : {}),
    submission_id: newId('op'),
    texts: { customer_name: 'Ada', ...texts },
    files: [{ field: 'receipt', ...file, read: () => Promise.resolve(bytes) }],
  }
}
