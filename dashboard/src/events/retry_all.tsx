// All failed deliveries that match the filters, one after the other, so that the receiver is not flooded.
import { Alert, Button, Group, Modal, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { refetchChanged } from '../api/queries.ts'
import { wholeNumber } from '../lib/numbers.ts'
import type { Search } from '../lib/url.ts'
import { readEvents } from './columns.tsx'
import { retryEvent } from './retry.tsx'
import { failedStatuses } from './words.ts'

const MAX = 1_000
const PAGE = 100
const PATIENCE = 5
const PAUSE_MS = 5_000

interface Found {
  readonly ids: readonly string[]
  /** There are more than are taken at once. */
  readonly hasMore: boolean
}

/** The ids are read first: an event that is sent again is no longer among the failed ones. */
async function findFailed(merchant_id: string, filters: Search): Promise<Found> {
  const { delivery_status, ...others } = filters
  const ids: string[] = []
  for (const status of failedStatuses) {
    if (delivery_status !== undefined && delivery_status !== status) continue
    for (let after: string | undefined; ; ) {
      const page = await readEvents(merchant_id, {
        ...(others as Record<string, string>),
        delivery_status: status,
        limit: PAGE,
        ...(after === undefined ? {} : { starting_after: after }),
      })
      ids.push(...page.data.map(({ event_id }) => event_id))
      if (ids.length >= MAX) return { ids: ids.slice(0, MAX), hasMore: page.has_more }
      after = page.data.at(-1)?.event_id
      if (!page.has_more || after === undefined) break
    }
  }
  return { ids, hasMore: false }
}

/** Waits and tries again when the server is busy; any other refusal is the answer. */
async function retryPatiently(merchant_id: string, event_id: string): Promise<void> {
  const key = crypto.randomUUID()
  for (let attempt = 1; ; attempt += 1) {
    try {
      await retryEvent(merchant_id, event_id)(key)
      return
    } catch (error) {
      const isBusy =
        error instanceof ApiError &&
        (error.status === 429 || error.status === 0 || error.status >= 500)
      if (!isBusy || attempt === PATIENCE) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}

interface Run {
  readonly queued: number
  readonly refused: readonly string[]
  readonly isOver: boolean
}

function useRun(merchant_id: string) {
  const [run, setRun] = useState<Run>()
  const stopping = useRef(false)
  useEffect(() => () => void (stopping.current = true), [])
  const start = async (ids: readonly string[]) => {
    stopping.current = false
    let queued = 0
    const refused: string[] = []
    setRun({ queued, refused, isOver: false })
    for (const event_id of ids) {
      if (stopping.current) break
      try {
        await retryPatiently(merchant_id, event_id)
        queued += 1
      } catch (error) {
        refused.push(error instanceof Error ? error.message : 'The request failed.')
      }
      setRun({ queued, refused: [...refused], isOver: false })
    }
    setRun({ queued, refused, isOver: true })
    await refetchChanged()
  }
  return {
    run,
    start: (ids: readonly string[]) => void start(ids),
    stop: () => void (stopping.current = true),
  }
}

interface RetryAllProps {
  readonly merchant_id: string
  readonly filters: Search
  close: () => void
}

export function RetryAll({ merchant_id, filters, close }: RetryAllProps) {
  const [asked] = useState(() => crypto.randomUUID())
  const found = useQuery({
    queryKey: ['events', 'failed', asked],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => findFailed(merchant_id, filters),
  })
  const { run, start, stop } = useRun(merchant_id)
  const ids = found.data?.ids ?? []
  const isRunning = run !== undefined && !run.isOver
  return (
    <Modal
      opened
      onClose={close}
      title="Send all failed deliveries again"
      centered
      closeOnClickOutside={!isRunning}
      closeOnEscape={!isRunning}
      withCloseButton={!isRunning}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className="stack">
        {found.isError && (
          <Alert color="red" role="alert">
            {found.error.message}
          </Alert>
        )}
        {run === undefined ? (
          <p className="flush">{found.isPending ? 'Counting…' : intro(found.data)}</p>
        ) : (
          <Outcome run={run} total={ids.length} />
        )}
        <Group justify="flex-end">
          {isRunning ? (
            <Button variant="default" onClick={stop}>
              Stop
            </Button>
          ) : (
            <Button variant="default" onClick={close}>
              {run === undefined && ids.length > 0 ? 'Cancel' : 'Close'}
            </Button>
          )}
          {run === undefined && ids.length > 0 && (
            <Button onClick={() => start(ids)}>{`Send ${countText(ids.length)} again`}</Button>
          )}
        </Group>
      </div>
    </Modal>
  )
}

function countText(count: number): string {
  return count === 1 ? '1 event' : `${wholeNumber(count)} events`
}

function intro(found: Found | undefined): string {
  const count = found?.ids.length ?? 0
  if (count === 0) return 'No delivery that matches the filters has failed for good.'
  const which = found?.hasMore
    ? `More than ${countText(count)} match the filters and have failed for good: the newest ${wholeNumber(count)} are taken now.`
    : `${countText(count)} that match the filters have failed for good.`
  return `${which} They are queued one after the other, and you can stop at any time. Deliveries that are still retried by themselves are left alone.`
}

function Outcome({ run: { queued, refused, isOver }, total }: { run: Run; total: number }) {
  const done = queued + refused.length
  const [first] = refused
  return (
    <div className="stack tight" role="status">
      <Progress value={total === 0 ? 100 : (100 * done) / total} aria-label="Progress" />
      <span className="num">
        {isOver && done < total && 'Stopped. '}
        {wholeNumber(queued)} of {countText(total)} queued
        {refused.length > 0 && `, ${wholeNumber(refused.length)} refused`}.
      </span>
      {first !== undefined && (
        <Alert color="red" role="alert">
          {first}
        </Alert>
      )}
    </div>
  )
}
