import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { post } from '../api/change.ts'
import { Action } from '../lib/action.tsx'
import type { Fields } from '../lib/field_values.ts'
import { useFields } from '../lib/form.tsx'

const fields = {
  name: {
    kind: 'text',
    label: 'Name',
    description: 'Your teams see it, such as beside your notes.',
    maxLength: 255,
    autoComplete: 'name',
    'data-autofocus': true,
  },
} satisfies Fields

export function ChangeName({ name }: { name: string | null }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={open}>
        Change your name
      </Button>
      {isOpen && <NameDialog name={name ?? ''} close={close} />}
    </>
  )
}

function NameDialog({ name, close }: { name: string; close: () => void }) {
  const form = useFields(fields, { name })
  return (
    <Action
      title="Change your name"
      verb="Save the name"
      isReady={form.values.name.trim() !== ''}
      form={form}
      close={close}
      run={post('/user', { body: form.read() })}
      done={(user) => `Your name is ${user.name}.`}
    >
      {form.all}
    </Action>
  )
}
