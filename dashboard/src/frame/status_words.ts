import { disputeWords } from '../disputes/words.ts'
import { invoiceWords } from '../invoices/words.ts'
import type { Words } from '../lib/status.tsx'
import { linkWords } from '../payment_links/words.ts'
import { paymentWords } from '../payments/words.ts'
import { payoutWords } from '../payouts/words.ts'
import { planWords } from '../plans/words.ts'
import { refundWords } from '../refunds/words.ts'
import { subscriptionWords } from '../subscriptions/words.ts'

export const statusWords: Readonly<Record<string, Words>> = {
  plan: planWords,
  invoice: invoiceWords,
  subscription: subscriptionWords,
  payment_link: linkWords,
  payment: paymentWords,
  payout: payoutWords,
  refund: refundWords,
  dispute: disputeWords,
}
