// Payouts on the bank's wire.
import type { Reply } from '../line.ts'
import type { PayoutCheckOutcome } from '../payout.ts'
import { certainAfter } from './answers.ts'
import { declineOf, reasonOf } from './codes.ts'

export function checked(reply: Reply): PayoutCheckOutcome {
  const certain = certainAfter(reply, readCheck)
  if ('result' in certain) return certain
  // A payout that the bank does not even understand would not go.
  return no('ineligible', certain.error, certain.message)
}

function readCheck(answer: Readonly<Record<string, unknown>>): PayoutCheckOutcome | undefined {
  const { eligible, code, message } = answer
  if (eligible === true) return { result: 'eligible' }
  if (eligible !== false || typeof code !== 'string' || typeof message !== 'string')
    return undefined
  const reason = reasonOf(code)
  return reason === null ? undefined : no(reason, code, message)
}

function no(
  result: 'ineligible' | 'needs_vendor_account',
  provider_code: string,
  provider_message: string,
): PayoutCheckOutcome {
  return { result, code: declineOf(provider_code), provider_code, provider_message }
}
