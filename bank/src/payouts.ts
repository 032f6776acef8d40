// Whether money can go somewhere, and what becomes of it when it does.
import { isLuhnValid } from './cards.ts'
import { APPROVED, INVALID_NUMBER, messageOf, NO_VENDOR_ACCOUNT, PAYOUT_RETURNED } from './codes.ts'
import { later, now, type Plan } from './decide.ts'
import type { Recipient } from './operation.ts'
import { recipientRule, type RecipientRule } from './recipients.ts'
import type { Terms } from './terms.ts'

export function decidePayout(to: Recipient, isOnboarded: boolean, { later_ms }: Terms): Plan {
  const rule = ruleOf(to, isOnboarded)
  if (rule.slow) return later(rule.code, later_ms)
  const returned = { type: 'return', code: PAYOUT_RETURNED, wait_ms: later_ms } as const
  return now(rule.code, rule.returned ? returned : null)
}

/** What can be known beforehand; that an account is closed shows only when money goes there. */
export function checkPayout(to: Recipient, isOnboarded: boolean) {
  const { code, is_obstacle } = ruleOf(to, isOnboarded)
  return is_obstacle
    ? { eligible: false, code, message: messageOf(code) }
    : { eligible: true, code: null, message: null }
}

function ruleOf(to: Recipient, isOnboarded: boolean): RecipientRule {
  if (to.type === 'card' && !isLuhnValid(to.number)) return { code: INVALID_NUMBER }
  const rule = recipientRule(accountNumber(to))
  return rule.code === NO_VENDOR_ACCOUNT && isOnboarded ? { code: APPROVED } : rule
}

export function accountNumber(to: Recipient): string {
  return to.type === 'card' ? to.number : to.account
}
