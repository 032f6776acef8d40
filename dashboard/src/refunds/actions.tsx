import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { post } from '../api/change.ts'
import type { Schemas } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { Action } from '../lib/action.tsx'
import { Refund as RefundAgain } from '../payments/actions.tsx'

type Refund = Schemas['Refund']
type Payment = Schemas['Payment']

/** The reason can be changed at any time; what failed can be refunded again while the payment has enough left. */
export function Actions({ refund, payment }: { refund: Refund; payment: Payment | undefined }) {
  const isAllowed = useMay()('refunds:write')
  const [open, setOpen] = useState<'reason' | 'again'>()
  const close = () => setOpen(undefined)
  if (!isAllowed) return null
  const isRepeatable =
    refund.status === 'failed' && payment !== undefined && payment.amount_refundable > 0
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => setOpen('reason')}>
        Edit reason
      </Button>
      {isRepeatable && <Button onClick={() => setOpen('again')}>Refund again</Button>}
      {open === 'reason' && <Reason refund={refund} close={close} />}
      {open === 'again' && payment && (
        <RefundAgain payment={payment} close={close} suggested={refund.amount} />
      )}
    </Group>
  )
}

function Reason({ refund: { refund_id, reason }, close }: { refund: Refund; close: () => void }) {
  const [text, setText] = useState(reason ?? '')
  return (
    <Action
      title="Edit the reason"
      verb="Save"
      isReady={text.trim() !== (reason ?? '')}
      close={close}
      run={post('/refunds/{refund_id}', {
        params: { path: { refund_id } },
        body: { reason: text.trim() === '' ? null : text.trim() },
      })}
      done={() => 'The reason is saved.'}
    >
      <TextInput
        label="Reason"
        description="For your team; the customer does not see it."
        value={text}
        maxLength={255}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
    </Action>
  )
}
