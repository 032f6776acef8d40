// Every attempt to deliver an event: what was sent, and what the server answered.
import { Accordion, Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { Moment } from '../lib/dates.tsx'
import { Card } from '../lib/details.tsx'
import { LoadingRows } from '../lib/loading.tsx'
import { wholeNumber } from '../lib/numbers.ts'
import { Unread } from '../lib/table.tsx'
import styles from './events.module.css'
import { reasonWords } from './words.ts'

type Event = Schemas['Event']
type Attempt = Schemas['EventAttempt']

const ROWS = 20

export function Attempts({ event }: { event: Event }) {
  const { merchant_id, event_id, delivery } = event
  const attempts = useInfiniteQuery({
    queryKey: ['events', 'attempts', event_id, delivery?.attempts, delivery?.status],
    initialPageParam: 0,
    queryFn: ({ pageParam: offset }) =>
      unwrapAnswer(
        api.GET('/events/{merchant_id}/{event_id}/attempts', {
          params: { path: { merchant_id, event_id }, query: { limit: ROWS, offset } },
        }),
      ),
    getNextPageParam: (last) => (last.has_more ? last.offset + ROWS : undefined),
    placeholderData: (before) => before,
  })
  const rows = attempts.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Card title="Attempts">
      {attempts.isError ? (
        <Unread error={attempts.error} retry={() => void attempts.refetch()} />
      ) : attempts.isPending ? (
        <LoadingRows name="Attempts" />
      ) : rows.length === 0 ? (
        <p className={styles.note}>{nothing(event)}</p>
      ) : (
        <Accordion
          variant="filled"
          chevronPosition="left"
          defaultValue={String(rows[0]?.attempt)}
          classNames={{
            item: styles.item ?? '',
            control: styles.control ?? '',
            content: styles.panel ?? '',
          }}
        >
          {rows.map((attempt) => (
            <Entry key={attempt.attempt} attempt={attempt} />
          ))}
        </Accordion>
      )}
      {attempts.hasNextPage && (
        <div className={styles.note}>
          <Button
            variant="default"
            size="compact-sm"
            loading={attempts.isFetchingNextPage}
            onClick={() => void attempts.fetchNextPage()}
          >
            Earlier attempts
          </Button>
        </div>
      )}
    </Card>
  )
}

function nothing({ delivery }: Event): string {
  if (delivery?.reason) return `Nothing was sent. ${reasonWords[delivery.reason] ?? ''}`
  return 'Nothing has been sent yet. The first attempt appears here within a second or so.'
}

function isSuccess({ response_status }: Attempt): boolean {
  return response_status !== null && response_status >= 200 && response_status < 300
}

function Entry({ attempt }: { attempt: Attempt }) {
  const { response_status, error_message, duration_ms, created, url } = attempt
  return (
    <Accordion.Item value={String(attempt.attempt)}>
      <Accordion.Control>
        <span className={styles.line}>
          <span className={`pill ${isSuccess(attempt) ? 'ok' : 'bad'}`}>
            {response_status ?? 'No answer'}
          </span>
          <b>Attempt {attempt.attempt}</b>
          <span className="faint num">{wholeNumber(duration_ms)} ms</span>
          <span className={styles.when}>
            <Moment at={created} isReal />
          </span>
        </span>
      </Accordion.Control>
      <Accordion.Panel>
        {error_message !== null && <p className={styles.error}>{error_message}</p>}
        <h3 className={styles.part}>Request</h3>
        <p className={styles.url}>POST {url}</p>
        <Headers title="Request headers" headers={attempt.request_headers} />
        <p className="faint">The body is the payload below, the same in every attempt.</p>
        {response_status !== null && (
          <>
            <h3 className={styles.part}>Response</h3>
            <p className={styles.url}>HTTP {response_status}</p>
            <Headers title="Response headers" headers={attempt.response_headers ?? {}} />
            {attempt.response_body ? (
              <>
                {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
                <pre className={styles.body} tabIndex={0} aria-label="Response body">
                  {attempt.response_body}
                </pre>
                <p className="faint">Only the first 4 KiB are stored.</p>
              </>
            ) : (
              <p className="faint">The response has no body.</p>
            )}
          </>
        )}
      </Accordion.Panel>
    </Accordion.Item>
  )
}

function Headers({ title, headers }: { title: string; headers: Readonly<Record<string, string>> }) {
  return (
    <dl className={styles.headers} aria-label={title}>
      {Object.entries(headers).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
