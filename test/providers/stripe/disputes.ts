// Disputes, as Stripe's test cards make them.
import { type Fields, fieldsIn } from './form.ts'
import {
  type Charge,
  type Dispute,
  invalid,
  make,
  now,
  type Other,
  record,
  type World,
} from './state.ts'

function movement(world: World, disputed: Dispute, amount: number, fee: number) {
  return make<Other>(world, 'txn', 'balance_transaction', {
    amount,
    available_on: now(),
    balance_type: 'payments',
    currency: disputed.currency,
    fee,
    fee_details: [],
    net: amount - fee,
    reporting_category: 'dispute',
    status: 'available',
    type: 'adjustment',
  })
}

const FEE = 1_500

export function dispute(world: World, charged: Charge, reason: string, isInquiry: boolean): void {
  const { amount, currency, payment_intent } = charged
  const disputed = make<Dispute>(world, 'du', 'dispute', {
    amount,
    balance_transactions: [],
    charge: charged.id,
    currency,
    enhanced_eligibility_types: [],
    evidence: { enhanced_evidence: {} },
    evidence_details: {
      due_by: now() + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: isInquiry,
    payment_intent,
    payment_method_details: {
      type: 'card',
      card: {
        brand: 'visa',
        case_type: 'chargeback',
        network: 'visa',
        network_reason_code: '10.4',
      },
    },
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  })
  charged.disputed = true
  if (!isInquiry) {
    disputed.balance_transactions.push({ ...movement(world, disputed, -amount, FEE) })
    record(world, disputed.id, 'charged_back', disputed, amount)
    record(world, disputed.id, 'fee_charged', disputed, FEE)
  }
  world.emit('charge.dispute.created', disputed)
}

export function updateDispute(world: World, disputed: Dispute, form: Fields): Dispute {
  const details = disputed.evidence_details
  const evidence = fieldsIn(form, 'evidence')
  const hasEvidence = Object.keys(evidence).length > 0
  const isOpen = disputed.status.endsWith('needs_response')
  if (!isOpen && (hasEvidence || form['submit'] !== 'false')) {
    throw invalid('dispute_closed', 'Evidence for this dispute has been submitted.')
  }
  disputed.evidence = { ...disputed.evidence, ...evidence }
  disputed.metadata = {
    ...disputed.metadata,
    ...(fieldsIn(form, 'metadata') as Record<string, string>),
  }
  details.has_evidence ||= hasEvidence
  if (form['submit'] === 'false') return disputed
  details.submission_count++
  disputed.status = disputed.status.replace('needs_response', 'under_review')
  world.emit('charge.dispute.updated', disputed)
  const verdict = disputed.evidence['uncategorized_text']
  if (verdict === 'winning_evidence') world.later(() => decide(world, disputed, 'won'))
  if (verdict === 'losing_evidence') world.later(() => decide(world, disputed, 'lost'))
  return disputed
}

export function closeDispute(world: World, disputed: Dispute): Dispute {
  if (!disputed.status.endsWith('needs_response')) {
    throw invalid('dispute_closed', 'This dispute is already closed.')
  }
  return decide(world, disputed, 'lost')
}

function decide(world: World, disputed: Dispute, status: 'won' | 'lost'): Dispute {
  disputed.status = status
  // An inquiry has taken nothing.
  if (status === 'won' && disputed.balance_transactions.length > 0) {
    disputed.balance_transactions.push({ ...movement(world, disputed, disputed.amount, 0) })
    record(world, disputed.id, 'restored', disputed, disputed.amount)
  }
  world.emit('charge.dispute.closed', disputed)
  return disputed
}
