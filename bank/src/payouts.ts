// Payout outcomes: the last four characters of the recipient's account select the behaviour.
import { isLuhnValid } from './cards.ts'
import {
  APPROVED,
  INELIGIBLE,
  INVALID_NUMBER,
  messageOf,
  NO_VENDOR_ACCOUNT,
  PAYOUT_FAILED,
  PAYOUT_RETURNED,
} from './codes.ts'
import type { Terms } from './config.ts'
import { later, now, type Plan } from './decide.ts'
import type { Recipient } from './operation.ts'

interface RecipientRule {
  /** The rail's final answer. */
  readonly code: string
  /** Pending first. */
  readonly slow?: true
  /** Approved, and returned later. */
  readonly returned?: true
  /** A check finds the problem before any money is sent. */
  readonly is_obstacle?: true
}

const paid: RecipientRule = { code: APPROVED }

export const recipients: Readonly<Record<string, RecipientRule>> = {
  '0002': { code: PAYOUT_FAILED },
  '0019': { ...paid, slow: true },
  '0027': { ...paid, returned: true },
  '0035': { code: INELIGIBLE, is_obstacle: true },
  '0043': { code: NO_VENDOR_ACCOUNT, is_obstacle: true },
}

/** Account fields in all payout methods; the first account with a rule counts. */
const accountFields = [
  'iban',
  'bank_account_number',
  'pix_key',
  'emv',
  'telephone_number',
  'email',
  'dpan',
  'application_primary_account_number',
  'psp_token',
] as const

export function accountOf(data: Readonly<Record<string, unknown>>): string | null {
  const accounts = accountFields.flatMap((name) => {
    const value = data[name]
    // In an e-mail address the part before the @ counts.
    return typeof value === 'string' ? [value.replaceAll(/\s/g, '').replace(/@.*$/, '')] : []
  })
  return (
    accounts.find((account) => Object.hasOwn(recipients, account.slice(-4))) ?? accounts[0] ?? null
  )
}

function recipientRule(account: string): RecipientRule {
  return recipients[account.slice(-4)] ?? paid
}

export function decidePayout(to: Recipient, isOnboarded: boolean, { later_ms }: Terms): Plan {
  const rule = ruleOf(to, isOnboarded)
  if (rule.slow) return later(rule.code, later_ms)
  const returned = { type: 'return', code: PAYOUT_RETURNED, wait_ms: later_ms } as const
  return now(rule.code, rule.returned ? returned : null)
}

/** A closed account is detected only by a payout, not by a check. */
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
