import { Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { unwrapAnswer, api, ApiError } from '../api/client.ts'
import { machines } from '../api/generated/tables.ts'
import { useMay } from '../api/session.ts'
import { Action } from '../lib/action.tsx'
import { money } from '../lib/money.ts'
import { type Offer, Offers } from '../lib/offers.tsx'
import { once } from '../lib/send.ts'
import { MethodFields, useMethod } from './method_form.tsx'
import { entityNames, describeMethod, type Payout, priorityNames, recipientName } from './words.ts'

const { transitions } = machines.Payout

/** What the state of the payout allows. A payout that is being sent or was sent cannot be changed. */
function listActions(payout: Payout): Offer[] {
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
  if (!may('payouts:write')) return null
  return <Offers offers={listActions(payout)} />
}

interface DialogProps {
  payout: Payout
  close: () => void
}

const pathParams = ({ payout_id }: Payout) => ({ path: { payout_id } })

const sentTexts: Readonly<Record<string, string>> = {
  success: 'The payout is paid.',
  initiated: 'The payout is sent. Its outcome is not known yet.',
  pending: 'The payout is on its way.',
  failed: 'The payout failed. No money left your balance.',
  ineligible: 'The recipient cannot be paid this way. No money left your balance.',
  requires_vendor_account_creation: 'The recipient must open an account with the rail first.',
}

function Fulfill({ payout, close }: DialogProps) {
  const sum = money(payout.amount, payout.currency)
  return (
    <Action
      title="Send the payout"
      verb={`Send ${sum}`}
      close={close}
      run={(key) =>
        unwrapAnswer(
          api.POST('/payouts/{payout_id}/fulfill', {
            params: pathParams(payout),
            headers: once(key),
            body: {},
          }),
        )
      }
      done={({ status }) => sentTexts[status] ?? 'The payout is being sent.'}
    >
      <p className="flush">
        <b>{sum}</b> leaves your balance and goes to <b>{recipientName(payout)}</b>,{' '}
        {describeMethod(payout)}. A payout that was sent cannot be recalled.
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
      run={(key) =>
        unwrapAnswer(
          api.POST('/payouts/{payout_id}/confirm', {
            params: pathParams(payout),
            headers: once(key),
            body: {},
          }),
        )
      }
      done={({ status }) =>
        status === 'requires_fulfillment'
          ? 'The payout is confirmed.'
          : (sentTexts[status] ?? 'The payout is confirmed.')
      }
    >
      <p className="flush">
        {isCheck ? (
          'The rail is asked whether the recipient has an account by now.'
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

function Cancel({ payout, close }: DialogProps) {
  const [reason, setReason] = useState('')
  const sum = money(payout.amount, payout.currency)
  return (
    <Action
      title="Cancel the payout"
      verb={`Cancel ${sum}`}
      isDangerous
      close={close}
      run={(key) =>
        unwrapAnswer(
          api.POST('/payouts/{payout_id}/cancel', {
            params: pathParams(payout),
            headers: once(key),
            body: reason.trim() === '' ? {} : { cancellation_reason: reason.trim() },
          }),
        )
      }
      done={() => 'The payout is cancelled. No money left your balance.'}
    >
      <p className="flush">
        <b>{sum}</b> to {recipientName(payout)} is not sent. This cannot be undone; you can create
        another payout.
      </p>
      <TextInput
        label="Reason (optional)"
        description="For your team; the recipient does not see it."
        value={reason}
        maxLength={255}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Action>
  )
}

const toOptions = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

function Edit({ payout, close }: DialogProps) {
  const [description, setDescription] = useState(payout.description ?? '')
  const [priority, setPriority] = useState<string | null>(payout.priority)
  const [entity_type, setEntityType] = useState(payout.entity_type)
  const isKnown = entity_type === null || entity_type in entityNames
  return (
    <Action
      title="Edit the payout"
      verb="Save"
      close={close}
      run={() =>
        unwrapAnswer(
          api.PUT('/payouts/{payout_id}', {
            params: pathParams(payout),
            body: {
              description: description.trim() === '' ? null : description.trim(),
              ...(priority === null ? {} : { priority }),
              ...(entity_type === null ? {} : { entity_type }),
            },
          }),
        )
      }
      done={() => 'The payout is changed.'}
    >
      <Textarea
        label="Description (optional)"
        description="For your team."
        autosize
        minRows={2}
        maxRows={8}
        maxLength={1000}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        data-autofocus
      />
      <Select
        label="Priority"
        description="How fast the rail should send it. Without one, the rail decides."
        data={toOptions(priorityNames)}
        value={priority}
        onChange={setPriority}
        allowDeselect={false}
      />
      <Select
        label="The recipient is"
        data={[
          ...toOptions(entityNames),
          ...(isKnown ? [] : [{ value: entity_type, label: entity_type }]),
        ]}
        value={entity_type}
        onChange={setEntityType}
        allowDeselect={false}
      />
    </Action>
  )
}

function ChangeMethod({ payout, close }: DialogProps) {
  const form = useMethod(payout.currency)
  const [error, setError] = useState<Error | null>(null)
  return (
    <Action
      title={payout.payout_method_data === null ? 'Enter the method' : 'Change the method'}
      verb="Save the method"
      close={close}
      run={async () => {
        const body = form.read()
        if (body === undefined) throw new ApiError(400, { message: 'Correct the marked fields.' })
        try {
          return await unwrapAnswer(
            api.PUT('/payouts/{payout_id}', { params: pathParams(payout), body }),
          )
        } catch (failure) {
          setError(failure as Error)
          throw failure
        }
      }}
      done={(answer) => `The payout goes to ${describeMethod(answer)}.`}
    >
      <p className="flush">
        {payout.payout_method_data === null
          ? 'The recipient can no longer enter another one with the link.'
          : `It replaces ${describeMethod(payout)}. An earlier confirmation no longer counts.`}
      </p>
      <MethodFields form={form} currency={payout.currency} error={error} />
    </Action>
  )
}
