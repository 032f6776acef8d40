import { Button } from '@mantine/core'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { ApiError } from '../api/client.ts'
import { queries } from '../api/queries.ts'

/** In place of a page or a list that could not be read. */
export function Failed({
  error,
  reset,
}: Pick<ErrorComponentProps, 'error'> & Partial<ErrorComponentProps>) {
  const router = useRouter()
  const retry = async () => {
    await queries.invalidateQueries()
    reset?.()
    await router.invalidate()
  }
  const { title, text } = describe(error)
  return (
    <div role="alert" style={{ padding: 'var(--s12) var(--s5)', textAlign: 'center' }}>
      <h2 style={{ fontSize: 16, margin: 0 }}>{title}</h2>
      <p className="faint" style={{ margin: '4px auto 16px', maxWidth: '60ch' }}>
        {text}
      </p>
      <Button variant="default" onClick={() => void retry()}>
        Try again
      </Button>
      {error instanceof ApiError && error.request_id !== undefined && (
        <p className="id" style={{ marginBlockStart: 16 }}>
          {error.request_id}
        </p>
      )}
    </div>
  )
}

function describe(error: unknown): { title: string; text: string } {
  if (!(error instanceof ApiError)) {
    return {
      title: 'This page failed',
      text: 'Reload it. If that does not help, report the error.',
    }
  }
  if (error.status === 404) return { title: 'Not found', text: error.message }
  if (error.status === 403) {
    return { title: 'Your role does not include this', text: error.message }
  }
  const title = error.status === 0 ? 'No connection' : 'This could not be loaded'
  return { title, text: error.message }
}

/** In place of a form whose action the role does not include. */
export function NotAllowed({ verb }: { verb: string }) {
  return <Failed error={new ApiError(403, { message: `Ask a colleague who may ${verb}.` })} />
}

export function NotFound() {
  return (
    <div style={{ padding: 'var(--s12) var(--s5)', textAlign: 'center' }}>
      <h1 style={{ fontSize: 20 }}>There is no such page</h1>
      <Link to="/">Go to the home page</Link>
    </div>
  )
}
