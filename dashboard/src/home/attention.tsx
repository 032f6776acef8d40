// What a person should look at today. Each source is read only if the role may, and a source that fails says so.
import { Skeleton } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay, useUser } from '../api/session.ts'
import { Card } from '../lib/details.tsx'
import styles from './home.module.css'
import { sources } from './sources.ts'

export function Attention({ now }: { now: Date | undefined }) {
  const may = useMay()
  const { merchant_id } = useUser()
  const allowed = sources.filter(({ scope }) => may(scope))
  const results = useQueries({
    queries: allowed.map(({ name, read }) => ({
      queryKey: ['attention', name, merchant_id, now?.toISOString().slice(0, 10)],
      enabled: now !== undefined && merchant_id !== null,
      staleTime: 30_000,
      queryFn: () => read({ merchant_id: merchant_id ?? '', now: now ?? new Date() }),
    })),
  })
  if (allowed.length === 0) return null
  const items = results.flatMap(({ data }) => data ?? [])
  const failed = allowed.filter((_, nth) => results[nth]?.isError)
  const isWaiting = results.some(({ isPending }) => isPending)
  return (
    <Card title="Needs attention">
      <ul className={styles.list}>
        {items.map(({ key, title, about, verb, to, search }) => (
          <li key={key}>
            <span>
              <bdi>{title}</bdi>
            </span>
            <Link to={to} search={search as never} aria-label={`${verb}: ${title}`}>
              {verb}
            </Link>
            <small className="num">
              <bdi>{about}</bdi>
            </small>
          </li>
        ))}
        {failed.map(({ name, noun }) => (
          <li key={name}>
            <span>{noun} could not be read</span>
            <small>Reload the page to try again.</small>
          </li>
        ))}
      </ul>
      {isWaiting && items.length === 0 ? (
        <div style={{ padding: 'var(--s4) var(--s5)' }} role="status" aria-label="Loading">
          <Skeleton height={40} />
        </div>
      ) : (
        items.length + failed.length === 0 && (
          <p className={styles.text}>
            Nothing needs your attention. Disputes, reviews and failures appear here.
          </p>
        )
      )}
    </Card>
  )
}
