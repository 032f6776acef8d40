import { Button } from '@mantine/core'
import { type ErrorComponentProps, useLocation, useRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { ApiError } from '../api/client.ts'
import { queries } from '../api/queries.ts'
import styles from './failed.module.css'
import { pickListPage } from './pages.ts'
import { LinkButton } from '../lib/links.tsx'

/** Loaded on use: its tooltip is larger than everything else that an error needs. */
const Id = lazy(() =>
  import('../lib/copy.tsx').then(
    (copy) => ({ default: copy.Id }),
    () => ({ default: PlainId }),
  ),
)

/** Replaces a page or a list that could not be read. */
export function Failed({
  error,
  reset,
}: Pick<ErrorComponentProps, 'error'> & Partial<ErrorComponentProps>) {
  const router = useRouter()
  const retry = async () => {
    // The page's code was not loaded, or it failed: both need a reload.
    if (!(error instanceof ApiError)) return location.reload()
    // This button goes away.
    document.getElementById('content')?.focus()
    await queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
    if (reset === undefined) return
    reset()
    await router.invalidate()
  }
  const { title, text, isFinal } = describe(error)
  return (
    <div role="alert" className={styles.failed}>
      <h2>{title}</h2>
      <p>{text}</p>
      {isFinal ? (
        <Back isRefused={title === REFUSED} />
      ) : (
        <Button variant="default" onClick={() => void retry()}>
          Try again
        </Button>
      )}
      {!isFinal && error instanceof ApiError && error.request_id !== undefined && (
        <small>
          If it fails again, report the request <RequestId>{error.request_id}</RequestId>
        </small>
      )}
    </div>
  )
}

/** To the list that a missing object would be in, or away from what the role does not include. */
function Back({ isRefused }: { isRefused: boolean }) {
  const { pathname } = useLocation()
  const list = isRefused ? undefined : pickListPage(pathname)
  return (
    <LinkButton variant="default" to={list?.to ?? '/'}>
      {list ? `Back to ${nameInText(list.name)}` : 'Go to the home page'}
    </LinkButton>
  )
}

/** `API keys` keeps its capitals. */
function nameInText(name: string): string {
  return /^[A-Z]{2}/.test(name) ? name : name.toLowerCase()
}

/** The API's message is for programs. */
const SERVER_FAILED = 'The server could not answer. Try again in a moment.'

const REFUSED = 'Your role does not include this'

interface Description {
  readonly title: string
  readonly text: string
  /** The same request would get the same answer. */
  readonly isFinal?: true
}

/** Explains the failure and the next step to a person. */
export function describe(error: unknown): Description {
  if (!(error instanceof ApiError)) {
    const text = 'Reload it. If that does not help, report the error.'
    return { title: 'This page failed', text }
  }
  if (error.status === 404) return { title: 'Not found', text: error.message, isFinal: true }
  if (error.status === 403) {
    return { title: REFUSED, text: error.message, isFinal: true }
  }
  if (error.status === 0) return { title: 'No connection', text: error.message }
  const text = error.status < 500 ? error.message : SERVER_FAILED
  return { title: 'This could not be loaded', text }
}

function RequestId({ children }: { children: string }) {
  return (
    <Suspense fallback={<PlainId>{children}</PlainId>}>
      <Id>{children}</Id>
    </Suspense>
  )
}

function PlainId({ children }: { children: string }) {
  return <span className="id">{children}</span>
}

/** Replaces a form whose request would be refused. */
export function Refused({ scope }: { scope: string }) {
  const message = `Your role lacks the scope ${scope}. Ask an admin for another role.`
  return (
    <section className="card">
      <Failed error={new ApiError(403, { message })} />
    </section>
  )
}

export function NotFound() {
  return (
    <div className={styles.failed}>
      <h1>There is no such page</h1>
      <p>The address may be mistyped, or the page has moved.</p>
      <LinkButton variant="default" to="/">
        Go to the home page
      </LinkButton>
    </div>
  )
}
