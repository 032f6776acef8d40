// A key's scopes: a table with read and write per resource, and common presets.
import { Button, Checkbox } from '@mantine/core'
import { useMay } from '../api/session.ts'
import styles from './api_keys.module.css'
import { resourceName, resources } from './words.ts'

interface Preset {
  readonly name: string
  readonly scopes: readonly string[]
}

/** Those that the role may grant as a whole; read only is what the role may read. */
function listPresets(may: (scope: string) => boolean): Preset[] {
  const all: Preset[] = [
    { name: 'Everything', scopes: ['*'] },
    { name: 'Read only', scopes: resources.map((name) => `${name}:read`).filter(may) },
    {
      name: 'Take payments',
      scopes: ['payments:write', 'customers:write', 'payment_links:write', 'refunds:read'],
    },
    {
      name: 'Reports',
      scopes: ['payments:read', 'refunds:read', 'payouts:read', 'analytics:read'],
    },
  ]
  return all.filter(({ scopes }) => scopes.length > 0 && scopes.every(may))
}

interface ScopesProps {
  readonly value: readonly string[]
  readonly error: string | undefined
  change: (scopes: readonly string[]) => void
}

/** A person grants only scopes that their own role has. */
export function Scopes({ value, error, change }: ScopesProps) {
  const may = useMay()
  const has = (scope: string) => value.includes('*') || value.includes(scope)
  const toggle = (scope: string) => {
    const before = value.includes('*') ? resources.map((name) => `${name}:write`) : value
    const without = before.filter((each) => each !== scope)
    change(before.length > without.length ? without : [...without, scope])
  }
  return (
    <>
      <div className={styles.presets} role="group" aria-label="Often wanted">
        {listPresets(may).map((preset) => (
          <Button
            key={preset.name}
            size="compact-sm"
            variant={isSame(preset.scopes, value) ? 'light' : 'default'}
            aria-pressed={isSame(preset.scopes, value)}
            onClick={() => change(preset.scopes)}
          >
            {preset.name}
          </Button>
        ))}
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => change([])}>
          Clear
        </Button>
      </div>
      {error !== undefined && (
        <p className="fault" role="alert">
          {error}
        </p>
      )}
      {!may('*') && <p className="faint">You can give a key only what your own role allows.</p>}
      <table className={styles.scopes}>
        <thead>
          <tr>
            <th scope="col">Resource</th>
            <th scope="col">Read</th>
            <th scope="col">Read and write</th>
          </tr>
        </thead>
        <tbody>
          {resources.map((name) => {
            const isWritten = has(`${name}:write`)
            return (
              <tr key={name}>
                <th scope="row">{resourceName(name)}</th>
                <td>
                  <Checkbox
                    aria-label={`Read ${resourceName(name)}`}
                    checked={isWritten || has(`${name}:read`)}
                    disabled={isWritten || !may(`${name}:read`)}
                    onChange={() => toggle(`${name}:read`)}
                  />
                </td>
                <td>
                  <Checkbox
                    aria-label={`Read and write ${resourceName(name)}`}
                    checked={isWritten}
                    disabled={!may(`${name}:write`)}
                    onChange={() => toggle(`${name}:write`)}
                  />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((scope) => other.includes(scope))
}
