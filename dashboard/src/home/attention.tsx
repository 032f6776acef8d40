// Objects that need attention today. Each source is read only if the role may, and a source that fails says so.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Card } from '../lib/details.tsx'
import { LoadingRows } from '../lib/loading.tsx'
import styles from './home.module.css'
import { useReadSources } from './read_sources.ts'
import { sources } from './sources.ts'

export function Attention({ now }: { now: Date | undefined }) {
  const { allowed, results } = useReadSources(sources, now)
  if (allowed.length === 0) return null
  const items = results.flatMap(({ data }) => data?.items ?? [])
  const failed = allowed.filter((_, nth) => results[nth]?.isError)
  const retry = () => {
    for (const result of results) if (result.isError) void result.refetch()
  }
  const isWaiting = results.some(({ isPending }) => isPending)
  return (
    <Card title="Needs attention">
      <ul className={styles.list}>
        {items.map(({ key, title, about, verb, target, hash = '' }) => (
          <li key={key}>
            <span>
              <bdi>{title}</bdi>
            </span>
            <Link {...target} hash={hash} aria-label={`${verb}: ${title}`}>
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
