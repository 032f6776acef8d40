// The reason why a payment failed, the next step, and a text to send to the customer.
import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { page } from '@florin/locales/en.json'
import { makeText } from '@florin/locales/text.ts'
import { explain } from '@florin/pages/declines.ts'
import type { Schemas } from '../api/client.ts'
import { retries } from '../api/generated/tables.ts'
import { Note } from '../lib/head.tsx'
import { money } from '../lib/money.ts'
import styles from './decline.module.css'
import { adviceWords } from './words.ts'

type Payment = Schemas['Payment']

const plain = makeText(page, 'en')

export function Decline({ payment }: { payment: Payment }) {
  const { status, unified_code, unified_message, error_code, error_message } = payment
  if (status !== 'failed' || unified_code === null) return null
  const text = customerText(payment)
  return (
    <Note tone="bad" title={unified_message ?? 'The payment failed.'}>
      <p>{adviceWords[retries[unified_code] ?? '']}</p>
      <p className="faint">
        {unified_code}
        {error_code !== null && ` · ${error_code}`}
        {error_message !== null && `: ${error_message}`}
      </p>
      <div className={styles.text}>
        <p>
          <b>For the customer:</b> {text}
        </p>
        <CopyButton value={text} timeout={4_000}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy the text'}
            </Button>
          )}
        </CopyButton>
      </div>
    </Note>
  )
}

/** Money may have moved for an earlier payment of the same order. */
const DUPLICATE = 'UE_1018'

/** In the hosted page's words. */
function customerText(payment: Payment): string {
  const { unified_code, amount, currency, merchant_order_reference_id: order } = payment
  const { reason, advice } = explain(unified_code)
  const isFree = unified_code !== DUPLICATE && payment.late_outcomes === null
  const sentences = [
    `Your payment of ${money(amount, currency)}${order === null ? '' : ` for order ${order}`} did not go through.`,
    plain.t(reason),
    isFree && 'You have not been charged.',
    plain.t(advice, { seller: 'us' }),
  ]
  return sentences.filter(Boolean).join(' ')
}
