import { post } from '../api/change.ts'
import type { Schemas } from '../api/client.ts'
import { Action } from '../lib/action.tsx'

export function retryEvent(merchant_id: string, event_id: string) {
  return post('/events/{merchant_id}/{event_id}/retry', {
    params: { path: { merchant_id, event_id } },
  })
}

interface RetryOneProps {
  readonly event: Schemas['Event']
  /** Undefined if the role may not read the profile. */
  readonly url: string | undefined
  close: () => void
}

export function RetryOne({ event, url, close }: RetryOneProps) {
  const { merchant_id, event_id, event_type, delivery } = event
  return (
    <Action
      title="Send the event again"
      verb={`Send ${event_type}`}
      close={close}
      run={retryEvent(merchant_id, event_id)}
      done={() => 'The event is queued. The newest attempt shows the result within a second or so.'}
    >
      <p className="flush wrap">
        The same body goes to {url ?? "the profile's URL"}, with a new signature.
      </p>
      {delivery?.status === 'delivered' && (
        <p className="flush">
          Your server has accepted it before. A server that handles each <code>event_id</code> once
          is not harmed.
        </p>
      )}
    </Action>
  )
}
