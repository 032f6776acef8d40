import { useNavigate } from '@tanstack/react-router'
import { post } from '../api/change.ts'
import { ApiError } from '../api/client.ts'
import { Action } from '../lib/action.tsx'
import { money } from '../lib/money.ts'
import { methods } from './methods.ts'
import type { CreateBody } from './new_payout.ts'

interface CreateProps {
  readonly draft: CreateBody
  /** Shows what the API refuses under its fields. */
  report: (error: Error) => void
  close: () => void
}

/** The last look at a new payout. */
export function Create({ draft, report, close }: CreateProps) {
  const navigate = useNavigate()
  const sum = money(draft.amount, draft.currency)
  return (
    <Action
      title="Create the payout"
      verb={describeSubmit(draft, sum)}
      close={close}
      run={post('/payouts/create', { body: draft })}
      failed={(error) => {
        if (!(error instanceof ApiError && error.status === 400)) return
        close()
        report(error)
      }}
      after={({ payout_id }) => navigate({ to: '/payouts/$id', params: { id: payout_id } })}
      done={() =>
        draft.payout_link === true
          ? 'The payout link is created. Send it to the recipient.'
          : `The payout of ${sum} is created.`
      }
    >
      <p className="flush">
        <b>{sum}</b> for <b>{draft.customer?.name ?? draft.customer?.id}</b>,{' '}
        {describeDestination(draft)}.
      </p>
      <p className="flush">{describeSending(draft)}</p>
    </Action>
  )
}

function describeSubmit({ payout_link, auto_fulfill }: CreateBody, sum: string): string {
  if (payout_link === true) return `Create the link for ${sum}`
  return auto_fulfill === true ? `Create and send ${sum}` : `Create the payout of ${sum}`
}

function describeDestination({
  payout_link,
  payout_method_id,
  payout_method_data,
}: CreateBody): string {
  if (payout_link === true) return 'to an account that the recipient enters'
  if (payout_method_id !== undefined) return 'to the saved method'
  const [[kind, content] = ['', {}]] = Object.entries(payout_method_data ?? {})
  const { payout_method_type } = content as { payout_method_type?: string }
  const type = payout_method_type ?? (kind === 'card' ? kind : Object.keys(content)[0])
  const method = methods.find((each) => each.type === type)
  const number = lastDigits(content as Record<string, unknown>)
  return `by ${method?.name ?? type}${number}`
}

function lastDigits(content: Record<string, unknown>): string {
  const value = content['iban'] ?? content['bank_account_number'] ?? content['card_number']
  return typeof value === 'string' ? ` to ···· ${value.replaceAll(' ', '').slice(-4)}` : ''
}

function describeSending({ payout_link, auto_fulfill, confirm }: CreateBody): string {
  if (auto_fulfill === true) {
    return payout_link === true
      ? 'It is sent within seconds after the recipient enters an account, without your review.'
      : 'It is sent within seconds and cannot be recalled.'
  }
  if (payout_link === true)
    return 'You confirm the account that the recipient enters, then send it.'
  return confirm === true
    ? 'The details are confirmed. Nothing is sent until you send it from its page.'
    : 'Nothing is sent yet: you send it from its page.'
}
