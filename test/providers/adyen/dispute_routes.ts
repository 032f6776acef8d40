// Disputes, and the routes of Disputes v30.
import { type Dispute, newPsp, type Payment } from './state.ts'
import { notify, type Result, route, type World } from './world.ts'
import type { Item } from './webhooks.ts'

interface DisputeBody {
  readonly disputePspReference: string
}

interface SupplyBody extends DisputeBody {
  readonly defenseDocuments: readonly {
    readonly defenseDocumentTypeCode: string
    readonly content: string
  }[]
}

interface DefendBody extends DisputeBody {
  readonly defenseReasonCode: string
}

export const disputeRoutes = [
  route('disputes', '/retrieveApplicableDefenseReasons', listReasons),
  route('disputes', '/supplyDefenseDocument', supply),
  route('disputes', '/defendDispute', defend),
  route('disputes', '/acceptDispute', accept),
]

const DEFENSE_MS = 14 * 86_400_000

/** The issuer takes the money back, after a notice. It accepts every defense. */
export function openDispute(world: World, payment: Payment): Dispute {
  const value = payment.captured
  const dispute: Dispute = {
    psp: newPsp(),
    payment,
    value,
    status: 'open',
    documents: new Set(),
  }
  world.state.disputes.set(dispute.psp, dispute)
  reportDispute(world, dispute, 'NOTIFICATION_OF_CHARGEBACK')
  reportDispute(world, dispute, 'CHARGEBACK')
  return dispute
}

export function reportDispute(world: World, dispute: Dispute, eventCode: Item['eventCode']): void {
  const { psp, payment, value } = dispute
  notify(world, payment, eventCode, true, {
    psp,
    value,
    reason: 'Merchandise/Services Not Received',
    more: {
      chargebackReasonCode: '13.1',
      chargebackSchemeCode: 'visa',
      defensePeriodEndsAt: new Date(Date.now() + DEFENSE_MS).toISOString(),
    },
  })
}

const reasons = [
  {
    defenseReasonCode: 'GoodsOrServicesProvided',
    satisfied: false,
    defenseDocumentTypes: [
      document('GoodsOrServicesProvided', 'Required'),
      document('TIDorInvoice', 'Optional'),
    ],
  },
  {
    defenseReasonCode: 'SupplyDefenseMaterial',
    satisfied: false,
    defenseDocumentTypes: [
      document('TIDorInvoice', 'Optional'),
      document('DefenseMaterial', 'Required'),
    ],
  },
]

function document(defenseDocumentTypeCode: string, requirementLevel: string) {
  return { defenseDocumentTypeCode, requirementLevel, available: false }
}

const done = { disputeServiceResult: { success: true } }

function failure(errorMessage: string): Result {
  return [200, { disputeServiceResult: { success: false, errorMessage } }]
}

function openDisputeIn({ state }: World, { disputePspReference }: DisputeBody) {
  const dispute = state.disputes.get(disputePspReference)
  if (dispute === undefined) return failure('Dispute not found')
  return dispute.status === 'accepted' ? failure('The dispute has been accepted') : dispute
}

function listReasons(world: World, body: DisputeBody): Result {
  const dispute = openDisputeIn(world, body)
  return 'psp' in dispute ? [200, { ...done, defenseReasons: reasons }] : dispute
}

function supply(world: World, body: SupplyBody): Result {
  const dispute = openDisputeIn(world, body)
  if (!('psp' in dispute)) return dispute
  for (const { defenseDocumentTypeCode, content } of body.defenseDocuments) {
    if (Buffer.from(content, 'base64').length === 0) return failure('A document is empty')
    dispute.documents.add(defenseDocumentTypeCode)
  }
  return [200, done]
}

function defend(world: World, body: DefendBody): Result {
  const dispute = openDisputeIn(world, body)
  if (!('psp' in dispute)) return dispute
  const reason = reasons.find(
    ({ defenseReasonCode }) => defenseReasonCode === body.defenseReasonCode,
  )
  const isSatisfied = reason?.defenseDocumentTypes.every(
    ({ requirementLevel, defenseDocumentTypeCode }) =>
      requirementLevel !== 'Required' || dispute.documents.has(defenseDocumentTypeCode),
  )
  if (!isSatisfied) return failure('Required documents are missing')
  if (dispute.status === 'open') {
    reportDispute(world, dispute, 'INFORMATION_SUPPLIED')
    reportDispute(world, dispute, 'CHARGEBACK_REVERSED')
  }
  dispute.status = 'defended'
  return [200, done]
}

function accept(world: World, body: DisputeBody): Result {
  const dispute = world.state.disputes.get(body.disputePspReference)
  if (dispute === undefined) return failure('Dispute not found')
  if (dispute.status === 'defended') return failure('The dispute has been defended')
  dispute.status = 'accepted'
  return [200, done]
}
