import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { queries } from '../api/queries.ts'
import { useMay, useUser } from '../api/session.ts'
import { useDialogInUrl } from '../lib/dialog_in_url.ts'
import { LinkButton } from '../lib/links.tsx'
import { Moment } from '../lib/dates.tsx'
import { Status } from '../lib/status.tsx'
import type { ListConfig, Page } from '../list/config.ts'
import { List } from '../list/list.tsx'
import { Invite } from './invite.tsx'
import { RequireTwoFactor } from './require_two_factor.tsx'
import { shownStatus, type TeamUser, usersQuery, userWords } from './users.ts'

const config: ListConfig<TeamUser> = {
  resource: 'team',
  name: 'team',
  title: 'Team',
  idOf: ({ user_id }) => user_id,
  target: ({ user_id }) => ({ to: '/team/$id', params: { id: user_id } }),
  // The list itself retries.
  read: async (query) => toPage(await queries.fetchQuery({ ...usersQuery, retry: false }), query),
  filters: [
    {
      name: 'status',
      title: 'Status',
      kind: 'choice',
      isSingle: true,
      choices: [
        { value: 'active', name: 'Active' },
        { value: 'invitation_sent', name: 'Invited' },
      ],
    },
    {
      name: 'entity_type',
      title: 'Role at',
      kind: 'choice',
      isSingle: true,
      choices: [
        { value: 'merchant', name: 'This merchant' },
        { value: 'organization', name: 'The organization' },
      ],
    },
  ],
  columns: [
    {
      id: 'name',
      title: 'Name',
      cell: (row) => <Name user={row} />,
      text: ({ name }) => name,
    },
    {
      id: 'status',
      title: 'Status',
      cell: (row) => <Status words={userWords} status={shownStatus(row)} />,
      text: shownStatus,
    },
    {
      id: 'email',
      title: 'E-mail',
      isWide: true,
      cell: (row) => row.email,
      text: (row) => row.email,
    },
    {
      id: 'role',
      title: 'Role',
      isWide: true,
      cell: (row) => row.role_name,
      text: (row) => row.role_name,
    },
    {
      id: 'two_factor',
      title: 'Two-factor',
      isWide: true,
      cell: ({ two_factor_enabled }) =>
        two_factor_enabled ? 'On' : <span className="faint">Off</span>,
      text: ({ two_factor_enabled }) => (two_factor_enabled ? 'on' : 'off'),
    },
    {
      id: 'last_signed_in_at',
      title: 'Last sign-in',
      isWide: true,
      cell: (row) => <Moment at={row.last_signed_in_at} />,
      text: (row) => row.last_signed_in_at,
    },
    {
      id: 'created',
      title: 'Added',
      isOptional: true,
      cell: ({ created }) => <Moment at={created} />,
      text: ({ created }) => created,
    },
    {
      id: 'user_id',
      title: 'User ID',
      isOptional: true,
      cell: ({ user_id }) => <span className="id">{user_id}</span>,
      text: ({ user_id }) => user_id,
    },
  ],
  empty: {
    title: 'Nobody works here yet',
    text: 'The people who handle payments, refunds and disputes appear here with their roles.',
    next: { scope: 'users:write', text: 'Use “Invite” above for the first one.' },
  },
}

function toPage(
  all: readonly TeamUser[],
  { limit, starting_after, ending_before, ...filters }: Readonly<Record<string, string | number>>,
): Page<TeamUser> {
  const found = all.filter((user) =>
    Object.entries(filters).every(([name, value]) => user[name as keyof TeamUser] === value),
  )
  const findPosition = (id: string | number) => found.findIndex(({ user_id }) => user_id === id)
  const isBackward = ending_before !== undefined
  const end = isBackward ? Math.max(0, findPosition(ending_before)) : found.length
  const start = isBackward
    ? Math.max(0, end - Number(limit))
    : findPosition(starting_after ?? '') + 1
  const data = found.slice(start, end).slice(0, Number(limit))
  return {
    data,
    has_more: isBackward ? start > 0 : start + data.length < found.length,
    total_count: found.length,
    total_count_relation: 'eq',
  }
}

function Name({ user: { user_id, name, email } }: { user: TeamUser }) {
  const isSelf = useUser().user_id === user_id
  return (
    <>
      <b>{name ?? email}</b>
      {isSelf && <span className="faint"> (you)</span>}
    </>
  )
}

export function Team() {
  const may = useMay()
  const [isInviting, setInviting] = useDialogInUrl('invite')
  return (
    <>
      <List
        config={config}
        actions={
          <>
            <LinkButton variant="default" to="/roles">
              Roles
            </LinkButton>
            {may('users:write') && <RequireTwoFactor />}
            {may('users:write') && (
              <Button leftSection={<IconUserPlus size={16} />} onClick={() => setInviting(true)}>
                Invite
              </Button>
            )}
          </>
        }
      />
      {isInviting && may('users:write') && <Invite close={() => setInviting(false)} />}
    </>
  )
}
