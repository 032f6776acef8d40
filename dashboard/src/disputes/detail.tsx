import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { useNow } from '../lib/clock.ts'
import { Id } from '../lib/copy.tsx'
import { Countdown } from '../lib/countdown.tsx'
import { Moment } from '../lib/dates.tsx'
import { Card, Columns, Details, Facts } from '../lib/details.tsx'
import { Amount, Head, Note } from '../lib/head.tsx'
import { History } from '../lib/history.tsx'
import { Ledger } from '../lib/ledger.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { money } from '../lib/money.ts'
import { pollWhile } from '../lib/poll.ts'
import { Raw } from '../lib/raw.tsx'
import { Status, type Words } from '../lib/status.tsx'
import { Notes } from '../notes/notes.tsx'
import { PaymentStatus } from '../payments/status.tsx'
import { describeMethod } from '../payments/words.ts'
import { useId } from '../lib/url.ts'
import { disputeQuery, paymentQuery } from '../queries/objects.ts'
import { Accept } from './accept.tsx'
import { pickChecklist } from './checklist.ts'
import { ChecklistCard } from './checklist_card.tsx'
import { describeConsequence, isOpen, takesEvidence } from './consequence.ts'
import { useDraft, useEvidence } from './draft.ts'
import { evidenceFields, type FieldName, type GroupName } from './evidence_fields.ts'
import { EvidenceForm, fieldId } from './evidence_form.tsx'
import { EvidenceRead } from './evidence_read.tsx'
import { type Dispute, disputeWords, formatReason, formatStage } from './words.ts'

const POLL_MS = 10_000

const eventWords: Words = {
  dispute_opened: ['warn', 'Opened by the issuer'],
  dispute_challenged: ['info', 'Evidence submitted'],
  dispute_accepted: ['mute', 'Accepted'],
  dispute_expired: ['bad', 'Expired without a response'],
  dispute_cancelled: ['ok', 'Withdrawn by the cardholder'],
  dispute_won: ['ok', 'Won'],
  dispute_lost: ['bad', 'Lost'],
}

export function DisputePage() {
  const dispute_id = useId()
  const params = { path: { dispute_id } }
  const dispute = useQuery({
    ...disputeQuery(dispute_id),
    refetchInterval: pollWhile(isOpen, POLL_MS),
  })
  const evidence = useQuery({
    queryKey: ['disputes', dispute_id, 'evidence', dispute.data?.modified_at],
    enabled: dispute.data !== undefined,
    placeholderData: (before: Schemas['Evidence'] | undefined) => before,
    queryFn: () => unwrapAnswer(api.GET('/disputes/evidence/{dispute_id}', { params })),
  })
  const draft = useDraft(dispute_id, dispute.data !== undefined && isOpen(dispute.data))
  return (
    <Loaded query={dispute}>
      {(data) => (
        <Loaded query={evidence}>
          {(sent) => (
            <Loaded query={draft}>
              {(drafted) => <DisputeView dispute={data} evidence={sent} draft={drafted} />}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

interface DisputeViewProps {
  readonly dispute: Dispute
  readonly evidence: Schemas['Evidence']
  readonly draft: Schemas['EvidenceDraft']
}

function DisputeView({ dispute, evidence, draft }: DisputeViewProps) {
  const { dispute_id, amount, currency, status, reason } = dispute
  const now = useNow()
  const mayWrite = useMay()('disputes:write')
  const state = useEvidence(dispute_id, evidence, draft)
  const payment = usePayment(dispute.payment_id)
  const [opened, setOpened] = useState<GroupName[]>(() => usualGroups(reason))
  const isWriting = mayWrite && now !== undefined && takesEvidence(dispute, now)
  const open = (name: FieldName) => {
    const { group } = evidenceFields[name]
    setOpened((before) => (before.includes(group) ? before : [...before, group]))
    focusField(name)
  }
  // Beside the form, or above it on a phone.
  const checklist = isOpen(dispute) && (
    <ChecklistCard reason={reason} values={state.values} open={isWriting ? open : undefined} />
  )
  return (
    <>
      <Head
        list={{ to: '/disputes', name: 'Disputes' }}
        id={dispute_id}
        title={<Amount amount={amount} currency={currency} />}
        status={<Status words={disputeWords} status={status} />}
        actions={<Accept dispute={dispute} />}
      />
      <Consequence dispute={dispute} />
      <DisputeFacts dispute={dispute} />
      <Columns
        main={
          <>
            <Box hiddenFrom="md">{checklist}</Box>
            {isWriting ? (
              <EvidenceForm {...{ dispute, state, payment, opened, setOpened }} />
            ) : (
              <EvidenceRead evidence={evidence} draft={draft} />
            )}
            <History
              object_id={dispute_id}
              version={dispute.modified_at}
              words={eventWords}
              steps={[]}
              withoutEvents={[
                { key: dispute_id, tone: 'warn', title: 'Dispute opened', at: dispute.created },
              ]}
            />
            <Notes of="dispute" id={dispute_id} />
            <Ledger object_id={dispute_id} version={dispute.modified_at} />
          </>
        }
        side={
          <>
            <Box visibleFrom="md">{checklist}</Box>
            <About dispute={dispute} />
            <PaymentCard payment_id={dispute.payment_id} payment={payment} />
          </>
        }
      />
    </>
  )
}

/** The groups that matter for the reason are open at first. */
function usualGroups(reason: string): GroupName[] {
  const [first, second, third] = pickChecklist(reason)
  const fields = [first, second, third].flatMap((point) => (point ? [point.field] : []))
  return [...new Set(fields.map((field) => evidenceFields[field].group))]
}

/** Once its group has opened. */
function focusField(name: FieldName): void {
  setTimeout(() => {
    const field = document.getElementById(fieldId(name))
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  }, 250)
}

function usePayment(payment_id: string): Schemas['Payment'] | undefined {
  const isAllowed = useMay()('payments:read')
  const { data } = useQuery({ ...paymentQuery(payment_id), enabled: isAllowed })
  return data
}

function Consequence({ dispute }: { dispute: Dispute }) {
  const { tone, title, text } = describeConsequence(dispute)
  return (
    <Note tone={tone} title={title}>
      <p>{text}</p>
      {dispute.is_already_refunded && (
        <p>Part of the disputed amount was refunded before. Say so in your evidence.</p>
      )}
    </Note>
  )
}

function DisputeFacts({ dispute }: { dispute: Dispute }) {
  const { challenge_required_by, payment_id } = dispute
  return (
    <Facts
      rows={[
        isOpen(dispute)
          ? ['Time to respond', <Countdown key="left" until={challenge_required_by} />]
          : ['Deadline', <Moment key="at" at={challenge_required_by} />],
        ['Reason', formatReason(dispute)],
        ['Stage', formatStage(dispute)],
        [
          'Payment',
          <Link key="payment" to="/payments/$id" params={{ id: payment_id }}>
            Open the payment
          </Link>,
        ],
      ]}
    />
  )
}

function About({ dispute }: { dispute: Dispute }) {
  const { dispute_id, connector_dispute_id } = dispute
  return (
    <Card title="Details" aside={<Raw title={dispute_id} value={dispute} />}>
      <Details
        rows={[
          ['Dispute ID', <Id key="id">{dispute_id}</Id>],
          ['Deadline', <Moment key="by" at={dispute.challenge_required_by} />],
          ['Network code', dispute.reason_code],
          ['Acquirer ID', <Id key="acquirer">{connector_dispute_id}</Id>],
          ['Opened', <Moment key="created" at={dispute.created} />],
          ['Changed', <Moment key="modified" at={dispute.modified_at} />],
        ]}
      />
    </Card>
  )
}

interface PaymentCardProps {
  payment_id: string
  payment: Schemas['Payment'] | undefined
}

function PaymentCard({ payment_id, payment }: PaymentCardProps) {
  return (
    <Card
      title="Payment"
      aside={
        <Link to="/payments/$id" params={{ id: payment_id }}>
          Open
        </Link>
      }
    >
      <Details
        rows={[
          ['Payment ID', <Id key="id">{payment_id}</Id>],
          ...(payment
            ? ([
                ['Amount', money(payment.amount, payment.currency)],
                ['Status', <PaymentStatus key="s" payment={payment} />],
                ['Method', describeMethod(payment)],
                ['Customer', payment.email ?? payment.name ?? payment.customer_id],
                ['Order', payment.merchant_order_reference_id],
                ['Description', payment.description],
                ['Created', <Moment key="created" at={payment.created} />],
              ] as const)
            : []),
        ]}
      />
    </Card>
  )
}
