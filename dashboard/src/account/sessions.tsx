import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { remove } from '../api/change.ts'
import { unwrapAnswer, api, type Schemas } from '../api/client.ts'
import { recently } from '../api/recent.ts'
import { useUser } from '../api/session.ts'
import { Action } from '../lib/action.tsx'
import { Moment } from '../lib/dates.tsx'
import { Card } from '../lib/details.tsx'
import { LoadedRows } from '../lib/loaded.tsx'
import styles from './account.module.css'
import { describeBrowser } from './browser.ts'

type Session = Schemas['Session']

export function Sessions() {
  const [ending, setEnding] = useState<Session | 'others'>()
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: () => unwrapAnswer(api.GET('/user/sessions')),
  })
  const hasOthers = (sessions.data?.length ?? 0) > 1
  const close = () => setEnding(undefined)
  return (
    <Card
      title="Sessions"
      aside={
        hasOthers && (
          <Button variant="subtle" size="compact-sm" onClick={() => setEnding('others')}>
            End all others
          </Button>
        )
      }
    >
      <LoadedRows query={sessions}>
        {(list) => (
          <ul className={styles.rows}>
            {list.map((session) => (
              <Row key={session.session_id} session={session} end={() => setEnding(session)} />
            ))}
          </ul>
        )}
      </LoadedRows>
      {ending === 'others' && <EndOthers close={close} />}
      {ending !== undefined && ending !== 'others' && <EndOne session={ending} close={close} />}
    </Card>
  )
}

function Row({ session, end }: { session: Session; end: () => void }) {
  const { merchants } = useUser()
  const { user_agent, address, is_current, is_verified, created, seen_at, merchant_id } = session
  const merchant = merchants.find((each) => each.merchant_id === merchant_id)
  return (
    <li>
      <div>
        <b>{describeBrowser(user_agent)}</b>
        <small>
          {[address, merchant?.merchant_name].filter(Boolean).join(' · ')} · began{' '}
          <Moment at={created} /> · used <Moment at={seen_at} />
        </small>
      </div>
      {!is_verified && <span className="pill warn">Second factor not given</span>}
      {is_current ? (
        <span className="pill ok">This device</span>
      ) : (
        <Button variant="default" size="compact-sm" onClick={end}>
          End
        </Button>
      )}
    </li>
  )
}

function EndOne({ session, close }: { session: Session; close: () => void }) {
  const { session_id, user_agent, address } = session
  return (
    <Action
      title="End the session"
      verb="End the session"
      isDangerous
      close={close}
      run={recently(remove('/user/sessions/{session_id}', { params: { path: { session_id } } }))}
      done={() => 'The session has ended.'}
    >
      <p className="flush">
        {describeBrowser(user_agent)} at {address} is signed out at once.
      </p>
    </Action>
  )
}

function EndOthers({ close }: { close: () => void }) {
  return (
    <Action
      title="End all other sessions"
      verb="End all others"
      isDangerous
      close={close}
      run={recently(remove('/user/sessions'))}
      done={({ deleted }) =>
        deleted === 1 ? 'One session has ended.' : `${deleted} sessions have ended.`
      }
    >
      <p className="flush">You stay signed in here, and are signed out everywhere else.</p>
    </Action>
  )
}
