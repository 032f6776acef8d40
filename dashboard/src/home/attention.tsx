// Objects that need attention today. Each source is read only if the role may, and a source that fails says so.
import { Button } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay, useUser } from '../api/session.ts'
import { Card } from '../lib/details.tsx'
import { LoadingRows } from '../lib/loading.tsx'
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
  const retry = () => {
    for (const result of results) if (result.isError) void result.refetch()
  }
  const isWaiting = results.some(({ isPending }) => isPending)
  return (
    <Card title="Needs attention">
      <ul className={styles.list}>
        {items.map(({ key, title, about, verb, target }) => (
          <li key={key}>
            <span>
              <bdi>{title}</bdi>
            </span>
            <Link {...target} aria-label={`${verb}: ${title}`}>
              {verb}
            </Link>
            <small className="num">
              <bdi>{about}</bdi>
            </small>
          </li>
        ))}
      </ul>
      {failed.length > 0 && (
        <p className={styles.text} role="alert">
          Could not be read: {failed.map(({ noun }) => noun).join(', ')}.{' '}
          <Button variant="subtle" size="compact-sm" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
      {isWaiting && items.length === 0 ? (
        <LoadingRows name="Needs attention" rows={3} />
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
