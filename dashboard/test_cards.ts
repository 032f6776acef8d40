// The cards and accounts for which the sandbox bank has an answer of its own, in words. The bank's own tables are the
// source, as they are for the page of the documentation.
import { type CardRule, cards, networkOf } from '../bank/src/cards.ts'
import { APPROVED, codes } from '../bank/src/codes.ts'
import { defaultTerms } from '../bank/src/config.ts'
import { verdicts } from '../bank/src/disputes.ts'
import { recipients } from '../bank/src/payouts.ts'
import { type DeclineCode, declines } from '../server/src/core/declines.ts'

/** The delay of the sandbox bank for outcomes that are not immediate. */
const later = `${defaultTerms.later_ms / 1000} s`

export function testCards() {
  return Object.entries(cards).map(([number, rule]) => ({
    number,
    network: networkOf(number),
    group: fieldGroup(rule),
    outcome: rule.code === APPROVED ? 'Approved' : `Declined: ${outcomeMessage(rule.code)}`,
    is_approved: rule.code === APPROVED,
    ...meaningOf(rule.code),
    notes: notesOf(rule),
  }))
}

function fieldGroup(rule: CardRule): string {
  if (rule.dispute) return 'dispute'
  if (rule.refunds) return 'refund'
  if (rule.captures) return 'capture'
  if (rule.challenge === 'always' || rule.without_three_ds || rule.without_both)
    return 'three_d_secure'
  if (rule.review || rule.slow || rule.without_customer) return 'later'
  return rule.code === APPROVED ? 'approved' : 'declined'
}

function outcomeMessage(code: string): string {
  return codes[code]?.message ?? code
}

/** The unified code and its message, as a payment shows them; null if the outcome is a success. */
function meaningOf(code: string) {
  const unified_code = codes[code]?.means ?? null
  const unified_message =
    unified_code === null ? null : declines[unified_code as DeclineCode].message
  return { unified_code, unified_message }
}

function notesOf(rule: CardRule): string[] {
  const isApproved = rule.code === APPROVED
  const notes: (string | false | undefined)[] = [
    rule.challenge === 'always' && 'Always asks for 3-D Secure.',
    rule.challenge === 'asked' && isApproved && 'Asks for 3-D Secure if the payment requests it.',
    rule.challenge === 'never' && isApproved && 'Never asks for 3-D Secure.',
    rule.review && 'Held for your review.',
    rule.slow && `The outcome is known after ${later}.`,
    rule.without_three_ds && 'Declined unless the payment requests 3-D Secure.',
    rule.without_customer && 'Declined when the customer is not present.',
    rule.without_both &&
      'Declined when the customer is not present and the payment does not request 3-D Secure.',
    rule.captures && `A later capture is refused: ${outcomeMessage(rule.captures)}.`,
    rule.dispute && `${stageOf(rule.dispute.stage)} after ${later}: ${plain(rule.dispute.reason)}.`,
    rule.refunds === 'slow' && `Refunds are pending for ${later}.`,
    rule.refunds === 'return' && `Refunds succeed and are returned after ${later}.`,
  ]
  return notes.filter((note): note is string => typeof note === 'string')
}

function stageOf(stage: string): string {
  return stage === 'dispute' ? 'Disputed' : `Opens a ${plain(stage)}`
}

function plain(name: string): string {
  return name.replaceAll('_', ' ').replace('pre dispute', 'pre-dispute')
}

export function testAccounts() {
  return Object.entries(recipients).map(([ending, rule]) => {
    const notes = [
      rule.slow ? `after ${later}` : '',
      rule.returned ? `returned after ${later}` : '',
      rule.is_obstacle ? 'reported before any money is sent' : '',
    ].filter(Boolean)
    const outcome = rule.code === APPROVED ? 'Paid' : `Not paid: ${outcomeMessage(rule.code)}`
    return { ending, outcome: [outcome, ...notes].join(', ') }
  })
}

export function testEvidence() {
  return [...verdicts].map(([text, verdict]) => ({
    text,
    outcome: `You ${verdict} the dispute after ${later}`,
  }))
}
