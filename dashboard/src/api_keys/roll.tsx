import { post } from '../api/change.ts'
import type { Schemas } from '../api/client.ts'
import { Action } from '../lib/action.tsx'
import { At } from '../lib/days.tsx'
import type { Fields } from '../lib/field_values.ts'
import { useFields } from '../lib/form.tsx'
import { ShownOnce } from '../lib/shown_once.tsx'
import type { ApiKey } from './words.ts'

type NewKey = Schemas['NewApiKey']

const fields = {
  old_key_hours: {
    kind: 'select',
    label: 'The present key works for',
    data: [
      { value: '0', label: 'No longer: it has leaked' },
      { value: '1', label: 'One more hour' },
      { value: '24', label: 'One more day' },
      { value: '168', label: 'One more week' },
      { value: '720', label: '30 more days' },
    ],
    initial: '24',
    parse: Number,
  },
} satisfies Fields

interface RollProps {
  readonly apiKey: ApiKey
  done: (made: NewKey) => void
  close: () => void
}

export function Roll({ apiKey, done, close }: RollProps) {
  const { key_id, merchant_id, name, type } = apiKey
  const form = useFields(fields)
  const { old_key_hours } = form.values
  return (
    <Action
      title={`Roll “${name}”`}
      verb="Roll the key"
      isDangerous={old_key_hours === '0'}
      form={form}
      close={close}
      run={post('/api_keys/{merchant_id}/{key_id}/roll', {
        params: { path: { merchant_id, key_id } },
        body: form.read(),
      })}
      next={done}
      done={() => `“${name}” is rolled.`}
    >
      <p className="flush">
        A new key with the same {type === 'secret' ? 'scopes and' : 'origins and'} limits works at
        once. Deploy it before the present key stops.
      </p>
      {form.all}
    </Action>
  )
}

interface RolledProps {
  readonly made: NewKey
  /** The key that was rolled, as it is now. */
  readonly before: ApiKey
  close: () => void
}

export function Rolled({ made, before: { prefix, status, expiration }, close }: RolledProps) {
  return (
    <ShownOnce title={`The new key “${made.name}” works now`} secret={made.api_key} close={close}>
      <p>
        Replace <span className="id">{prefix}…</span> with it wherever it is used.{' '}
        {status !== 'active'
          ? 'The key before it no longer works.'
          : // Until it has been read again, its end is not known.
            expiration !== 'never' && (
              <>
                The key before it works until <At at={expiration} />.
              </>
            )}
      </p>
    </ShownOnce>
  )
}
