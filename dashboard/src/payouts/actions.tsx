import { post, put } from '../api/change.ts'
import type { Schemas } from '../api/client.ts'
import { machines } from '../api/generated/tables.ts'
import { useMay, useUser } from '../api/session.ts'
import { Action } from '../lib/action.tsx'
import type { Fields } from '../lib/field_values.ts'
import { listOptions } from '../lib/fields.tsx'
import { useFields } from '../lib/form.tsx'
import { money } from '../lib/money.ts'
import { type Offer, Offers } from '../lib/offers.tsx'
import { mayApprove, missingApprovals } from './approvals.tsx'
import { completeMethod, methodFields } from './method_form.ts'
import { currencyField, descriptionField } from './new_payout.ts'
import { entityNames, describeMethod, type Payout, priorityNames, recipientName } from './words.ts'

const { transitions } = machines.Payout

/** Lists the actions that the payout's state allows. A payout that is being sent or was sent cannot be changed. */
function listActions(payout: Payout, user_id: string): Offer[] {
  const { status, payout_method_data, auto_fulfill, confirmed_at } = payout
  const allows = (name: keyof typeof transitions) =>
    (transitions[name].from as readonly string[]).includes(status)
  const hasMethod = payout_method_data !== null
  const offers: Offer[] = []
  // The states that can be cancelled are those in which nothing was sent.
  if (allows('cancel')) {
    offers.push(
      { name: 'Cancel', dialog: (close) => <Cancel {...{ payout, close }} /> },
      { name: 'Edit', dialog: (close) => <Edit {...{ payout, close }} /> },
      {
        name: hasMethod ? 'Change method' : 'Enter method',
        isPrimary: !hasMethod && status === 'requires_fulfillment',
        dialog: (close) => <ChangeMethod {...{ payout, close }} />,
      },
    )
  }
  const isAutomatic = allows('send') && auto_fulfill && confirmed_at === null
  if (hasMethod && (allows('confirm') || allows('open_account') || isAutomatic)) {
    offers.push({
      name: allows('open_account') ? 'Check again' : 'Confirm',
      isPrimary: true,
      dialog: (close) => <Confirm {...{ payout, close }} />,
    })
  } else if (hasMethod && allows('send')) {
    const isMissing = missingApprovals(payout) > 0
    if (mayApprove(payout, user_id)) {
      offers.push({
        name: 'Approve',
        isPrimary: isMissing,
        dialog: (close) => <Approve {...{ payout, close }} />,
      })
    }
    if (isMissing) return offers
    offers.push({
      name: `Send ${money(payout.amount, payout.currency)}`,
      isPrimary: true,
      dialog: (close) => <Fulfill {...{ payout, close }} />,
    })
  }
  return offers
}

export function Actions({ payout }: { payout: Payout }) {
  const may = useMay()
  const { user_id } = useUser()
  if (!may('payouts:write')) return null
  return <Offers offers={listActions(payout, user_id)} />
}

interface DialogProps {
  payout: Payout
  close: () => void
}

type UpdateBody = Schemas['UpdatePayoutRequest']

const pathParams = ({ payout_id }: Payout) => ({ path: { payout_id } })

const sentTexts: Readonly<Record<string, string>> = {
  success: 'The payout is paid.',
  initiated: 'The payout is sent. Its outcome is not known yet.',
  pending: 'The payout is on its way.',
  failed: 'The payout failed. No money left your balance.',
  ineligible: 'The recipient cannot be paid this way. No money left your balance.',
  requires_vendor_account_creation:
    'The recipient must open an account with the payout network first.',
}

function Fulfill({ payout, close }: DialogProps) {
  const sum = money(payout.amount, payout.currency)
  return (
    <Action
      title="Send the payout"
      verb={`Send ${sum}`}
      close={close}
      run={post('/payouts/{payout_id}/fulfill', { params: pathParams(payout), body: {} })}
      done={({ status }) => sentTexts[status] ?? 'The payout is being sent.'}
    >
      <p className="flush">
        <b>{sum}</b> leaves your balance and goes to <b>{recipientName(payout)}</b>,{' '}
        {describeMethod(payout)}. A payout that was sent cannot be recalled.
      </p>
    </Action>
  )
}

function Approve({ payout, close }: DialogProps) {
  const sum = money(payout.amount, payout.currency)
  return (
    <Action
      title="Approve the payout"
      verb={`Approve ${sum}`}
      close={close}
      run={post('/payouts/{payout_id}/approve', { params: pathParams(payout), body: {} })}
      done={(answer) =>
        missingApprovals(answer) > 0
          ? 'The payout is approved. It needs another approval.'
          : 'The payout is approved and can be sent.'
      }
    >
      <p className="flush">
        <b>{sum}</b> to <b>{recipientName(payout)}</b>, {describeMethod(payout)}. Your approval
        covers the payout as it is now: a change removes it.
      </p>
    </Action>
  )
}

function Confirm({ payout, close }: DialogProps) {
  const sum = money(payout.amount, payout.currency)
  const isCheck = payout.status === 'requires_vendor_account_creation'
  return (
    <Action
      title={isCheck ? 'Check the recipient again' : 'Confirm the payout'}
      verb={isCheck ? 'Check again' : `Confirm ${sum}`}
      close={close}
      run={post('/payouts/{payout_id}/confirm', { params: pathParams(payout), body: {} })}
      done={({ status }) =>
        status === 'requires_fulfillment'
          ? 'The payout is confirmed.'
          : (sentTexts[status] ?? 'The payout is confirmed.')
      }
    >
      <p className="flush">
        {isCheck ? (
          'Checks with the payout network whether the recipient has an account.'
        ) : (
          <>
            <b>{sum}</b> to <b>{recipientName(payout)}</b>, {describeMethod(payout)}.{' '}
            {payout.auto_fulfill
              ? 'The payout is then sent automatically within seconds.'
              : 'Nothing is sent yet: you send it afterwards.'}
          </>
        )}
      </p>
    </Action>
  )
}

const cancellation = {
  cancellation_reason: {
    kind: 'text',
    label: 'Reason',
    isOptional: true,
    description: 'For your team; the recipient does not see it.',
    maxLength: 255,
  },
} satisfies Fields

function Cancel({ payout, close }: DialogProps) {
  const form = useFields(cancellation)
  const sum = money(payout.amount, payout.currency)
  return (
    <Action
      title="Cancel the payout"
      leave="Close"
      verb={`Cancel ${sum}`}
      isDangerous
      form={form}
      close={close}
      run={post('/payouts/{payout_id}/cancel', { params: pathParams(payout), body: form.read() })}
      done={() => 'The payout is cancelled. No money left your balance.'}
    >
      <p className="flush">
        <b>{sum}</b> to {recipientName(payout)} is not sent. This cannot be undone; you can create
        another payout.
      </p>
      {form.all}
    </Action>
  )
}

function editFields({ entity_type }: Payout) {
  const isKnown = entity_type === null || entity_type in entityNames
  return {
    description: { ...descriptionField, 'data-autofocus': true },
    priority: {
      kind: 'select',
      label: 'Priority',
      isOptional: true,
      description: 'How fast the payout network should send it. Without one, the network decides.',
      data: listOptions(priorityNames),
    },
    entity_type: {
      kind: 'select',
      label: 'The recipient is',
      isOptional: true,
      data: listOptions({ ...entityNames, ...(isKnown ? {} : { [entity_type]: entity_type }) }),
    },
  } satisfies Fields
}

function Edit({ payout, close }: DialogProps) {
  const form = useFields(editFields(payout), payout)
  return (
    <Action
      title="Edit the payout"
      verb="Save"
      form={form}
      close={close}
      run={put('/payouts/{payout_id}', { params: pathParams(payout), body: form.changes() })}
      done={() => 'The payout is changed.'}
    />
  )
}

const changeFields = { currency: { ...currencyField, isLocal: true }, ...methodFields }

function ChangeMethod({ payout, close }: DialogProps) {
  const form = useFields(changeFields, { currency: payout.currency })
  return (
    <Action
      title={payout.payout_method_data === null ? 'Enter the method' : 'Change the method'}
      verb="Save the method"
      form={form}
      close={close}
      run={(key) =>
        put('/payouts/{payout_id}', {
          params: pathParams(payout),
          body: completeMethod(form.read<UpdateBody>(), form.values),
        })(key)
      }
      done={(answer) => `The payout goes to ${describeMethod(answer)}.`}
    >
      <p className="flush">
        {payout.payout_method_data === null
          ? 'The recipient can no longer enter another one with the link.'
          : `It replaces ${describeMethod(payout)}. An earlier confirmation no longer counts.`}
      </p>
      {form.pick(methodFields)}
    </Action>
  )
}
