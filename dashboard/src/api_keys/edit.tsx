import { Link, useNavigate } from '@tanstack/react-router'
import { post } from '../api/change.ts'
import head from '../lib/head.module.css'
import { Loaded } from '../lib/loaded.tsx'
import type { Target } from '../lib/url.ts'
import { useApiKey } from './detail.tsx'
import { KeyForm } from './form.tsx'
import type { ApiKey } from './words.ts'

export function EditApiKey() {
  return <Loaded query={useApiKey()}>{(key) => <Edit apiKey={key} />}</Loaded>
}

function Edit({ apiKey }: { apiKey: ApiKey }) {
  const navigate = useNavigate()
  const { key_id, merchant_id, name, type } = apiKey
  const page: Target = { to: '/api-keys/$id', params: { id: key_id } }
  return (
    <>
      <p className={head.crumb}>
        <Link to="/api-keys">API keys</Link> / <Link {...page}>{name}</Link> / Edit
      </p>
      <div className={head.head}>
        <h1>Edit the key</h1>
      </div>
      <KeyForm
        type={type}
        current={apiKey}
        verb="Save"
        cancel={page}
        run={(body, key) =>
          post('/api_keys/{merchant_id}/{key_id}', {
            params: { path: { merchant_id, key_id } },
            body,
          })(key)
        }
        done={(changed) => `The key “${changed.name}” is changed, and every process applies it.`}
        after={() => navigate(page)}
      />
    </>
  )
}
