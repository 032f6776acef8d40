// The generated page about declines: a merchant's next step, and the text that a shopper reads.
import { messagesIn } from '@florin/locales/languages.ts'
import { makeText } from '@florin/locales/text.ts'
import { explain } from '@florin/pages/declines.ts'
import { type DeclineCode, declineFamily, declines, type RetryAdvice } from '#core/declines.ts'
import { page, table } from './page.ts'

const retryWords: Readonly<Record<RetryAdvice, string>> = {
  no: 'no',
  another_card: 'with another card or payment method',
  check_details: 'after the customer has checked the details',
  fix_request: 'with a corrected request',
  later: 'later',
  again: 'now',
  check_first: 'only after you have looked for an earlier payment',
  with_three_ds: 'with 3-D Secure',
}

const english = makeText(messagesIn('en', 'page'), 'en')

/** A decline in the hosted page's words. */
function shopperText(code: string): string {
  const { reason, advice } = explain(code)
  return `${english.t(reason)} ${english.t(advice, { seller: 'the seller' })}`
}

export function declinesPage(): string {
  const rows = Object.entries(declines).map(([code, { message, retry }]) => [
    `\`${code}\``,
    message,
    retryWords[retry],
    shopperText(code),
    declineFamily(code as DeclineCode).meaning,
  ])
  return page(
    'Declines',
    'A declined payment is not an error: the response is 200 with the status `failed`, and `unified_code` says why. Branch on that code, never on `error_message`, which is the text of the acquirer. The hosted page and the card form show the shopper a text in their language; here it is in English.',
    table(['Code', 'Message', 'Retry?', 'Text for the shopper', 'Family'], rows),
  )
}
