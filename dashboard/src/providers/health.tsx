// Health of an account in the last hour: one line of the success rate, and the figures behind it.
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { percent } from '../analytics/format.ts'
import { Loading } from '../lib/loading_region.tsx'
import { wholeNumber } from '../lib/numbers.ts'
import { Unread } from '../lib/table.tsx'
import styles from './providers.module.css'
import type { Connector } from './words.ts'

export type Health = Schemas['ConnectorHealth']

const REFRESH_MS = 30_000
const WIDTH = 200
const HEIGHT = 36
const INSET = 4

export function useHealth({ merchant_id, connector_id }: Connector) {
  const params = { path: { merchant_id, connector_id } }
  return useQuery({
    queryKey: ['connectors', merchant_id, connector_id, 'health'],
    refetchInterval: REFRESH_MS,
    queryFn: () =>
      unwrapAnswer(api.GET('/account/{merchant_id}/connectors/{connector_id}/health', { params })),
  })
}

/** Calls that were not carried out are the account's trouble; declines are decided by issuers. */
export function assessAccount({ status }: Connector, health: Health | undefined): string {
  if (status === 'disabled') return 'disabled'
  if (health === undefined || health.unsent === 0) return 'active'
  return 2 * health.unsent >= health.attempts ? 'failing' : 'troubled'
}

export function HealthView({ query }: { query: ReturnType<typeof useHealth> }) {
  if (query.data) return <Figures health={query.data} />
  if (query.isError) return <Unread error={query.error} retry={() => void query.refetch()} />
  return (
    <Loading name="Health">
      <Skeleton height={52} my={14} mx={20} width="auto" />
    </Loading>
  )
}

function Figures({ health }: { health: Health }) {
  const { attempts, approved, declined, unsent, success_rate } = health
  if (attempts === 0) return <p className={styles.idle}>No payments in the last hour.</p>
  return (
    <>
      <dl className={styles.health}>
        <div className={styles.spark}>
          <dt>Success rate, last hour</dt>
          <dd>
            <Sparkline health={health} />
          </dd>
        </div>
        <Figure name="Rate" value={percent(success_rate)} />
        <Figure name="Payments" value={wholeNumber(attempts)} />
        <Figure name="Approved" value={wholeNumber(approved)} />
        <Figure name="Declined" value={wholeNumber(declined)} />
      </dl>
      {unsent > 0 && (
        <p className={styles.trouble}>
          Not carried out: {wholeNumber(unsent)} of {wholeNumber(attempts)} payments. Nothing was
          charged for them. Test the connection, and look at the acquirer's status page.
        </p>
      )}
    </>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** A gap is a time without payments. The figures beside it say the same in words. */
function Sparkline({ health: { series } }: { health: Health }) {
  const step = WIDTH / Math.max(series.length - 1, 1)
  const points = series.map(({ attempts, approved }, nth) =>
    attempts === 0
      ? undefined
      : { x: nth * step, y: INSET + (HEIGHT - 2 * INSET) * (1 - approved / attempts) },
  )
  const d = points
    .map((point, nth) => point && `${points[nth - 1] ? 'L' : 'M'}${point.x} ${point.y}`)
    .filter(Boolean)
    .join('')
  const lone = points.filter((point, nth) => point && !points[nth - 1] && !points[nth + 1])
  return (
    <svg viewBox={`-3 0 ${WIDTH + 6} ${HEIGHT}`} className={styles.line} aria-hidden>
      <line x1={0} x2={WIDTH} y1={HEIGHT - INSET} y2={HEIGHT - INSET} />
      <path d={d} />
      {lone.map((point) => point && <circle key={point.x} cx={point.x} cy={point.y} r={2.5} />)}
    </svg>
  )
}
