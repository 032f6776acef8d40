// The dispute state's effect on the money, and the outcome if nothing is done.
import { machines } from '../api/generated/tables.ts'
import { money } from '../lib/money.ts'
import type { Tone } from '../lib/status.tsx'
import type { Dispute } from './words.ts'

interface Consequence {
  readonly tone: Tone
  readonly title: string
  readonly text: string
}

export function describeConsequence(dispute: Dispute): Consequence {
  const { status, dispute_stage, amount, currency } = dispute
  const sum = money(amount, currency)
  const isInquiry = dispute_stage === 'pre_dispute'
  switch (status) {
    case 'dispute_opened':
      return {
        tone: 'warn',
        title: isInquiry
          ? `The cardholder asks about ${sum}. No money was taken yet.`
          : `The cardholder wants ${sum} back. The amount is reserved from your balance.`,
        text: `Submit evidence, or accept. If you do nothing before the deadline, the dispute expires and the cardholder gets ${sum}: this is final.${escalationText(dispute)}`,
      }
    case 'dispute_challenged':
      return {
        tone: 'info',
        title: 'The issuer has your evidence and decides.',
        text: `You need not do anything. You can add evidence until the deadline, or accept and give up ${sum}.`,
      }
    case 'dispute_accepted':
      return {
        tone: 'mute',
        title: `You accepted the dispute. The cardholder keeps ${sum}.`,
        text: 'This is final.',
      }
    case 'dispute_expired':
      return {
        tone: 'bad',
        title: `No evidence was submitted in time. The cardholder keeps ${sum}.`,
        text: 'This is final.',
      }
    case 'dispute_cancelled':
      return {
        tone: 'ok',
        title: `The cardholder withdrew the dispute. ${isInquiry ? 'No money was taken.' : `${sum} is yours again.`}`,
        text: 'There is nothing left to do.',
      }
    case 'dispute_won':
      return {
        tone: 'ok',
        title: `The issuer decided for you. ${isInquiry ? 'No money was taken.' : `${sum} is yours again.`}`,
        text:
          dispute_stage === 'pre_arbitration'
            ? 'There is nothing left to do.'
            : 'There is nothing left to do, unless the issuer escalates. The dispute is then open again, with a new deadline.',
      }
    case 'dispute_lost':
      return {
        tone: 'bad',
        title: `The issuer decided against you. The cardholder keeps ${sum}.`,
        text: 'This is final.',
      }
  }
}

function escalationText({ dispute_stage }: Dispute): string {
  return dispute_stage === 'pre_arbitration'
    ? ' The issuer escalated a dispute that you had won: respond to its objection.'
    : ''
}

const { challenge, accept } = machines.Dispute.transitions

/** Evidence is accepted while the dispute is open, and before its deadline. */
export function takesEvidence(dispute: Dispute, now: number): boolean {
  const isOpen = (challenge.from as readonly string[]).includes(dispute.status)
  return isOpen && now <= Date.parse(dispute.challenge_required_by)
}

export function canBeAccepted({ status }: Dispute): boolean {
  return (accept.from as readonly string[]).includes(status)
}

export function isOpen({ status }: Dispute): boolean {
  return (challenge.from as readonly string[]).includes(status)
}
