import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { post } from '../api/change.ts'
import { useMay } from '../api/session.ts'
import { Action } from '../lib/action.tsx'
import { money } from '../lib/money.ts'
import { canBeAccepted } from './consequence.ts'
import type { Dispute } from './words.ts'

export function Accept({ dispute }: { dispute: Dispute }) {
  const may = useMay()
  const [isOpen, { open, close }] = useDisclosure(false)
  if (!may('disputes:write') || !canBeAccepted(dispute)) return null
  const { dispute_id, amount, currency, dispute_stage } = dispute
  const sum = money(amount, currency)
  return (
    <>
      <Button variant="default" onClick={open}>
        Accept
      </Button>
      {isOpen && (
        <Action
          title="Accept the dispute"
          verb={`Accept and give up ${sum}`}
          isDangerous
          close={close}
          run={post('/disputes/accept/{dispute_id}', {
            params: { path: { dispute_id } },
          })}
          done={({ status }) =>
            status === 'dispute_accepted'
              ? `The dispute is accepted. The cardholder keeps ${sum}.`
              : 'The acquirer did not answer. The acceptance is sent again until it does.'
          }
        >
          <p className="flush">
            The dispute ends in favor of the cardholder, who{' '}
            {dispute_stage === 'pre_dispute' ? 'gets' : 'keeps'} <b>{sum}</b>. This is final: you
            cannot submit evidence afterwards, and there is no way back.
          </p>
        </Action>
      )}
    </>
  )
}
