// A user's actions. Users can neither change their own role nor remove themselves, so neither is offered.
import { Button, Group, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { post, remove } from '../api/change.ts'
import { useMay, useUser } from '../api/session.ts'
import { Action } from '../lib/action.tsx'
import type { Fields } from '../lib/field_values.ts'
import { useFields } from '../lib/form.tsx'
import { describeRole } from '../roles/groups.ts'
import { InviteLink } from './invite_link.tsx'
import { grantableQuery, type TeamUser } from './users.ts'

interface DialogProps {
  user: TeamUser
  close: () => void
  /** The invitation link, if this deployment sends no e-mail. */
  show: (url: string | undefined) => void
}

type Dialog = 'role' | 'resend' | 'sessions' | 'remove'

export function Actions({ user }: { user: TeamUser }) {
  const isAllowed = useMay()('users:write')
  const isSelf = useUser().user_id === user.user_id
  const { data: roles } = useQuery({ ...grantableQuery, enabled: isAllowed })
  const [open, setOpen] = useState<Dialog>()
  const [url, setUrl] = useState<string>()
  const close = () => setOpen(undefined)
  if (!isAllowed || roles === undefined) return null
  if (isSelf) return <span className="faint">Another admin can change your role.</span>
  // A role that may do more than the person is neither granted nor taken away by them.
  const mayChange = roles.some(({ role_id }) => role_id === user.role_id)
  const isInvited = user.status === 'invitation_sent'
  const props = { user, close, show: setUrl }
  const dialogs: Readonly<Record<Dialog, ReactNode>> = {
    role: <ChangeRole {...props} />,
    resend: <Resend {...props} />,
    sessions: <EndSessions {...props} />,
    remove: <Remove {...props} />,
  }
  return (
    <Group gap="xs">
      {!mayChange && <span className="faint">This role may do more than yours.</span>}
      {mayChange && (
        <Button variant="default" onClick={() => setOpen('remove')}>
          Remove
        </Button>
      )}
      {!isInvited && (
        <Button variant="default" onClick={() => setOpen('sessions')}>
          End sessions
        </Button>
      )}
      {mayChange && (
        <Button variant="default" onClick={() => setOpen('role')}>
          Change role
        </Button>
      )}
      {isInvited && mayChange && (
        <Button onClick={() => setOpen('resend')}>Send the invitation again</Button>
      )}
      {open && dialogs[open]}
      {url !== undefined && open === undefined && (
        <NewLink email={user.email} url={url} close={() => setUrl(undefined)} />
      )}
    </Group>
  )
}

const fields = {
  role_id: {
    kind: 'select',
    label: 'Role',
    description:
      'It applies to the next thing that the person does. You can grant roles that may do no more than you.',
  },
} satisfies Fields

function ChangeRole({ user, close, show }: DialogProps) {
  const { email, name } = user
  const { data: roles = [] } = useQuery(grantableQuery)
  const form = useFields(fields, user)
  const { role_id } = form.values
  const chosen = roles.find((role) => role.role_id === role_id)
  return (
    <Action
      title={`Role of ${name ?? email}`}
      verb="Change the role"
      isReady={role_id !== user.role_id}
      form={form}
      close={close}
      run={post('/user/user/update_role', { body: { email, role_id } })}
      next={({ invite_url }) => show(invite_url)}
      done={() => `${name ?? email} is now ${chosen?.role_name ?? role_id}.`}
    >
      {form.field('role_id', {
        data: roles.map((role) => ({ value: role.role_id, label: role.role_name })),
      })}
      {chosen && <p className="faint flush">{describeRole(chosen)}</p>}
    </Action>
  )
}

function Resend({ user: { email }, close, show }: DialogProps) {
  return (
    <Action
      title="Send the invitation again"
      verb="Send again"
      close={close}
      run={post('/user/user/resend_invite', { body: { email } })}
      next={({ invite_url }) => show(invite_url)}
      done={() => `A new link is made for ${email}.`}
    >
      <p className="flush">{email} gets a new link for 24 hours. The earlier link stops working.</p>
    </Action>
  )
}

/** A deployment without e-mail answers with the link, to be handed over by other means. */
function NewLink({ email, url, close }: { email: string; url: string; close: () => void }) {
  return (
    <Modal opened onClose={close} title="The new link" centered>
      <p className="flush above">
        This deployment sends no e-mail. Hand the link to the person yourself: it works once, for 24
        hours, and is shown only now.
      </p>
      <InviteLink email={email} url={url} />
    </Modal>
  )
}

function EndSessions({ user: { email, name }, close }: DialogProps) {
  return (
    <Action
      title={`End the sessions of ${name ?? email}`}
      verb="End all sessions"
      isDangerous
      close={close}
      run={post('/user/user/end_sessions', { body: { email } })}
      done={({ deleted }) =>
        deleted === 0
          ? `${email} was not signed in.`
          : `${email} is signed out; sessions that ended: ${deleted}.`
      }
    >
      <p className="flush">
        {email} is signed out of this merchant on all devices, keeps the role, and can sign in
        again.
      </p>
    </Action>
  )
}

function Remove({ user: { email, name }, close }: DialogProps) {
  const navigate = useNavigate()
  return (
    <Action
      title={`Remove ${name ?? email}`}
      verb={`Remove ${name ?? email}`}
      isDangerous
      close={close}
      run={remove('/user/user/delete', { body: { email } })}
      after={() => navigate({ to: '/team' })}
      done={() => `${email} is removed.`}
    >
      <p className="flush">
        {email} loses access at once. If the person works for no other merchant, the account is
        erased. What the person did stays in the audit trail.
      </p>
    </Action>
  )
}
