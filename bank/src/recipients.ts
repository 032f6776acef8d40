// The accounts that mean something to whoever is paid out to: the last four characters tell. Data, as the
// cards are.
import { APPROVED, INELIGIBLE, NO_VENDOR_ACCOUNT, PAYOUT_FAILED } from './codes.ts'

export interface RecipientRule {
  /** What the rail says in the end. */
  readonly code: string
  /** Taken in first, done later. */
  readonly slow?: true
  /** Done, and sent back later. */
  readonly returned?: true
  /** The recipient is what stands in the way, and that can be known before any money is sent. */
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

/** The fields that name an account, in any of the ways to be paid; the first that means something counts. */
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

/** What names the recipient's account. */
export function accountOf(data: Readonly<Record<string, unknown>>): string | null {
  const accounts = accountFields.flatMap((name) => {
    const value = data[name]
    // Of an address the part before the @ is the name.
    return typeof value === 'string' ? [value.replaceAll(/\s/g, '').replace(/@.*$/, '')] : []
  })
  return (
    accounts.find((account) => Object.hasOwn(recipients, account.slice(-4))) ?? accounts[0] ?? null
  )
}

export function recipientRule(account: string): RecipientRule {
  return recipients[account.slice(-4)] ?? paid
}
