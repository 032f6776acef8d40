import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { unwrapAnswer, api, ApiError } from '../api/client.ts'
import { useMay, useUser } from '../api/session.ts'
import { Id } from '../lib/copy.tsx'
import { Moment } from '../lib/dates.tsx'
import { Card, Columns, Details, Facts } from '../lib/details.tsx'
import { Loaded, LoadedRows } from '../lib/loaded.tsx'
import { Status } from '../lib/status.tsx'
import { Timeline } from '../lib/timeline.tsx'
import { toStep } from '../audit/words.ts'
import styles from '../lib/head.module.css'
import { useId } from '../lib/url.ts'
import { Actions } from './actions.tsx'
import { shownStatus, type TeamUser, usersQuery, userWords } from './users.ts'

export function TeamMember() {
  const user_id = useId()
  // The API has no request for one user.
  const user = useQuery({
    ...usersQuery,
    select: (all) => {
      const found = all.find((each) => each.user_id === user_id)
      if (found) return found
      throw new ApiError(404, { message: `There is no user ${user_id} at this merchant.` })
    },
  })
  return <Loaded query={user}>{(data) => <MemberView user={data} />}</Loaded>
}

function MemberView({ user }: { user: TeamUser }) {
  const isSelf = useUser().user_id === user.user_id
  return (
    <>
      <p className={styles.crumb}>
        <Link to="/team">Team</Link> / {user.email}
      </p>
      <div className={styles.head}>
        <h1>{user.name ?? user.email}</h1>
        <Status words={userWords} status={shownStatus(user)} />
        {isSelf && <span className="pill mute">You</span>}
        <div className={styles.actions}>
          <Actions user={user} />
        </div>
      </div>
      <Facts
        rows={[
          [
            'Role',
            <Link key="role" to="/roles" search={{ role: user.role_id }}>
              {user.role_name}
            </Link>,
          ],
          [
            'Works for',
            user.entity_type === 'organization'
              ? 'All merchants in the organization'
              : 'This merchant',
          ],
          ['Two-factor', user.two_factor_enabled ? 'On' : 'Off'],
          ['Last sign-in', <Moment key="at" at={user.last_signed_in_at} />],
        ]}
      />
      <Columns
        main={<Deeds user={user} />}
        side={
          <Card title="Details">
            <Details
              rows={[
                ['E-mail', user.email],
                ['User ID', <Id key="id">{user.user_id}</Id>],
                ['Added', <Moment key="created" at={user.created} />],
                ['Changed', <Moment key="modified" at={user.last_modified_at} />],
              ]}
            />
          </Card>
        }
      />
    </>
  )
}

/** The person's recent actions, from the audit trail. */
function Deeds({ user: { user_id } }: { user: TeamUser }) {
  const isAllowed = useMay()('api_keys:read')
  const deeds = useQuery({
    queryKey: ['audit', { user_id }],
    enabled: isAllowed,
    queryFn: () => unwrapAnswer(api.GET('/audit', { params: { query: { user_id, limit: 10 } } })),
  })
  if (!isAllowed) return null
  return (
    <Card
      title="Latest changes by this person"
      aside={
        <Link to="/audit" search={{ user_id }}>
          Audit trail
        </Link>
      }
    >
      <LoadedRows query={deeds}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="faint flush inset">This person has changed nothing yet.</p>
          ) : (
            <Timeline steps={data.map(toStep)} />
          )
        }
      </LoadedRows>
    </Card>
  )
}
