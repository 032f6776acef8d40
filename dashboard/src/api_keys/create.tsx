import { SegmentedControl } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { post } from '../api/change.ts'
import type { Schemas } from '../api/client.ts'
import { useUser } from '../api/session.ts'
import head from '../lib/head.module.css'
import { ShownOnce } from '../lib/shown_once.tsx'
import { KeyForm } from './form.tsx'
import type { ApiKey } from './words.ts'

const types = [
  { value: 'secret', label: 'Secret' },
  { value: 'publishable', label: 'Publishable' },
]

const about = {
  secret: 'For servers. Anybody who has the key can do what it may do: keep it on your server.',
  publishable:
    'For browsers. Anybody may see the key: it works only on the few routes for browsers, and has no scopes.',
}

export function NewApiKey() {
  const navigate = useNavigate()
  const { merchant_id } = useUser()
  const { type: chosen } = useSearch({ from: '/frame/api-keys/new' })
  const type: ApiKey['type'] = chosen === 'publishable' ? 'publishable' : 'secret'
  const [made, setMade] = useState<Schemas['NewApiKey']>()
  const open = (key_id: string) => void navigate({ to: '/api-keys/$id', params: { id: key_id } })
  return (
    <>
      <p className={head.crumb}>
        <Link to="/api-keys">API keys</Link> / New
      </p>
      <div className={head.head}>
        <h1>New API key</h1>
      </div>
      <KeyForm
        key={type}
        type={type}
        verb="Create the key"
        cancel={{ to: '/api-keys' }}
        run={(fields, key) =>
          post('/api_keys/{merchant_id}', {
            params: { path: { merchant_id: merchant_id ?? '' } },
            body: { ...fields, type },
          })(key)
        }
        after={(answer) => (answer.type === 'secret' ? setMade(answer) : open(answer.key_id))}
      >
        <div>
          <SegmentedControl
            data={types}
            value={type}
            aria-label="Key type"
            onChange={(next) =>
              void navigate({ to: '/api-keys/new', search: { type: next }, replace: true })
            }
          />
          <p className="faint below">{about[type]}</p>
        </div>
      </KeyForm>
      {made && (
        <ShownOnce
          title={`The key “${made.name}” works now`}
          secret={made.api_key}
          close={() => open(made.key_id)}
        >
          <p>
            Put it into your program's secret store, never into code or a page. Florin stores only a
            hash of it: if it is lost, create another key and revoke this one.
          </p>
        </ShownOnce>
      )}
    </>
  )
}
