import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { post, remove } from '../api/change.ts'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { recently } from '../api/recent.ts'
import { Action } from '../lib/action.tsx'
import { Moment } from '../lib/dates.tsx'
import { Card } from '../lib/details.tsx'
import type { Fields } from '../lib/field_values.ts'
import { useFields } from '../lib/form.tsx'
import { LoadedRows } from '../lib/loaded.tsx'
import { addPasskey, canUsePasskeys } from '../lib/passkeys.ts'
import { signInMethods } from '../sign_in/methods.ts'
import styles from './account.module.css'
import { describeBrowser } from './browser.ts'

type Passkey = Schemas['Passkey']
type Dialog = { verb: 'add' } | { verb: 'rename' | 'remove'; passkey: Passkey }

export function Passkeys() {
  const [open, setOpen] = useState<Dialog>()
  const { data: methods } = useQuery(signInMethods)
  const passkeys = useQuery({
    queryKey: ['passkeys'],
    queryFn: () => unwrapAnswer(api.GET('/user/passkeys')),
  })
  const close = () => setOpen(undefined)
  const isOffered = methods?.passkey === true
  if (methods && !isOffered && passkeys.data?.count === 0) return null
  return (
    <Card
      title="Passkeys"
      aside={
        isOffered &&
        canUsePasskeys() && (
          <Button variant="subtle" size="compact-sm" onClick={() => setOpen({ verb: 'add' })}>
            Add a passkey
          </Button>
        )
      }
    >
      <LoadedRows query={passkeys}>
        {({ data }) =>
          data.length === 0 ? (
            <div className={styles.body}>
              <p>
                A passkey signs you in with your finger, face or PIN instead of a password and a
                code.{' '}
                {canUsePasskeys()
                  ? 'Add one for this device.'
                  : 'This browser cannot use passkeys; a newer one can.'}
              </p>
            </div>
          ) : (
            <ul className={styles.rows}>
              {data.map((passkey) => (
                <PasskeyRow key={passkey.passkey_id} passkey={passkey} open={setOpen} />
              ))}
            </ul>
          )
        }
      </LoadedRows>
      {open?.verb === 'add' && <Add close={close} />}
      {open?.verb === 'rename' && <Rename passkey={open.passkey} close={close} />}
      {open?.verb === 'remove' && <Remove passkey={open.passkey} close={close} />}
    </Card>
  )
}

interface PasskeyRowProps {
  readonly passkey: Passkey
  open: (dialog: Dialog) => void
}

function PasskeyRow({ passkey, open }: PasskeyRowProps) {
  const { name, is_synced, created, last_used_at } = passkey
  return (
    <li>
      <div>
        <b>{name}</b>
        <small>
          {is_synced ? 'On several devices' : 'On one device'} · added <Moment at={created} /> ·{' '}
          {last_used_at === null ? (
            'never used'
          ) : (
            <>
              used <Moment at={last_used_at} />
            </>
          )}
        </small>
      </div>
      <Group gap="xs">
        {(['rename', 'remove'] as const).map((verb) => (
          <Button
            key={verb}
            variant="default"
            size="compact-sm"
            aria-label={`${titles[verb]} ${name}`}
            onClick={() => open({ verb, passkey })}
          >
            {titles[verb]}
          </Button>
        ))}
      </Group>
    </li>
  )
}

const titles = { rename: 'Rename', remove: 'Remove' }

const fields = {
  name: {
    kind: 'text',
    label: 'Name',
    description: 'Such as the device, so that you recognize it later.',
    maxLength: 64,
    'data-autofocus': true,
  },
} satisfies Fields

function Add({ close }: { close: () => void }) {
  const form = useFields(fields, { name: describeBrowser(navigator.userAgent) })
  const name = form.values.name.trim()
  return (
    <Action
      title="Add a passkey"
      verb="Add the passkey"
      isReady={name !== ''}
      form={form}
      close={close}
      run={() => addPasskey(name)}
      done={(passkey) => `The passkey “${passkey.name}” is added.`}
    >
      {form.all}
      <p className="flush">Your browser then asks for your finger, face or PIN.</p>
    </Action>
  )
}

function Rename({ passkey: { passkey_id, name }, close }: { passkey: Passkey; close: () => void }) {
  const form = useFields(fields, { name })
  return (
    <Action
      title="Rename the passkey"
      verb="Save the name"
      isReady={form.values.name.trim() !== ''}
      form={form}
      close={close}
      run={post('/user/passkeys/{passkey_id}', {
        params: { path: { passkey_id } },
        body: form.read(),
      })}
      done={(passkey) => `The passkey is now called “${passkey.name}”.`}
    >
      {form.all}
    </Action>
  )
}

function Remove({ passkey: { passkey_id, name }, close }: { passkey: Passkey; close: () => void }) {
  return (
    <Action
      title="Remove the passkey"
      verb={`Remove “${name}”`}
      isDangerous
      close={close}
      run={recently(remove('/user/passkeys/{passkey_id}', { params: { path: { passkey_id } } }))}
      done={() => `The passkey “${name}” is removed.`}
    >
      <p className="flush">
        “{name}” no longer signs you in. Delete it on the device too: the browser still offers it.
      </p>
    </Action>
  )
}
