// Invites one person or many at once. Each invitation has its own outcome: some can fail while others are sent.
import { ActionIcon, Alert, Button, Modal, Tooltip } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { post } from '../api/change.ts'
import { ApiError, type Schemas } from '../api/client.ts'
import { ApiForm } from '../lib/action.tsx'
import { useChange } from '../lib/change.ts'
import type { Fields, Texts } from '../lib/field_values.ts'
import { type ListRow, useFields } from '../lib/form.tsx'
import { InviteLink } from './invite_link.tsx'
import styles from './invite.module.css'
import { describeRole } from '../roles/groups.ts'
import { grantableQuery, settingsQuery } from './users.ts'

type Result = Schemas['InvitationResult']

const MOST = 50

const personFields = {
  email: { kind: 'text', type: 'email', label: 'E-mail address', 'data-autofocus': true },
  name: { kind: 'text', label: 'Name', isOptional: true, maxLength: 255 },
  role_id: { kind: 'select', label: 'Role', placeholder: 'Choose' },
} satisfies Fields

export function Invite({ close }: { close: () => void }) {
  const [sent, setSent] = useState<readonly Result[]>([])
  const { data: roles = [] } = useQuery(grantableQuery)
  const { data: settings } = useQuery(settingsQuery)
  const form = useFields({}, {}, { people: { fields: personFields, rows: [{}] } })
  const people = form.rows('people')
  const { people: body } = form.read<{ people: Schemas['InviteUsersRequest'] }>()
  const invite = useChange({
    form: { ...form, report: (error) => form.report(inRows(error)) },
    run: post('/user/user/invite_multiple', { body }),
    done({ results }: Schemas['InvitationResults']) {
      const invited = results.filter(({ status }) => status === 'invited')
      return invited.length === 0 ? undefined : countText(invited.length, invited.some(hasLink))
    },
    next({ results }: Schemas['InvitationResults']) {
      const failed = new Set(results.filter(({ error }) => error).map(({ email }) => email))
      setSent([...sent.filter(({ error }) => !error), ...results])
      for (const { values, remove } of people.toReversed())
        if (!failed.has(normalize(values))) remove()
      if (failed.size === 0 && !results.some(hasLink)) close()
    },
  })
  const isReady = people.every(({ values }) => normalize(values) !== '' && values['role_id'] !== '')
  return (
    <Modal opened onClose={close} title="Invite people" size="xl" centered>
      <ApiForm
        change={invite}
        form={form}
        verb={inviteVerb(people.length, settings?.sends_mail !== false)}
        isReady={isReady && people.length > 0}
        aside={
          <>
            <Button
              variant="subtle"
              leftSection={<IconPlus size={16} />}
              disabled={people.length >= MOST}
              onClick={() =>
                form.add('people', { role_id: people.at(-1)?.values['role_id'] ?? '' })
              }
            >
              Add a person
            </Button>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
          </>
        }
      >
        <p className="flush">
          {settings?.sends_mail === false
            ? 'This deployment sends no e-mail. You get a link for each person, to hand over yourself; it works once, for 24 hours.'
            : 'Each person gets an e-mail with a link that works once, for 24 hours.'}
        </p>
        {people.map((person) => (
          <Row
            key={person.key}
            person={person}
            roles={roles}
            refused={sent.findLast(({ email }) => email === normalize(person.values))}
            canRemove={people.length > 1}
          />
        ))}
        <Sent results={sent.filter(({ status }) => status === 'invited')} />
      </ApiForm>
    </Modal>
  )
}

function inviteVerb(count: number, isSent: boolean): string {
  if (count === 1) return isSent ? 'Send the invitation' : 'Make the link'
  return isSent ? `Send ${count} invitations` : `Make ${count} links`
}

const normalize = ({ email = '' }: Texts) => email.trim().toLowerCase()
const hasLink = ({ invite_url }: Result) => invite_url !== undefined

/** An error names the person's place, such as `1.email`, unless there is only one. */
function inRows(error: Error): Error {
  if (!(error instanceof ApiError)) return error
  const faults = error.faults.length > 0 ? error.faults : [error]
  const errors = faults.map(({ code, message, field = '' }) => {
    const place = /^\d/.test(field) ? field : `0.${field}`
    return { code, message, field: `people.${place}` }
  })
  return new ApiError(error.status, { code: error.code, message: error.message, errors })
}

function countText(count: number, isShown: boolean): string {
  if (isShown) return 'The invitations are ready: copy their links.'
  return count === 1 ? 'The invitation is sent.' : `${count} invitations are sent.`
}

/** The API's message names the request that changes a role; here it is a page. */
function explainRefusal(error: Result['error'] | undefined): string | undefined {
  if (error?.code !== 'HE_01') return error?.message
  return 'This person is in the team already. Open the person in the list to change the role.'
}

interface RowProps {
  person: ListRow
  roles: readonly Schemas['InvitableRole'][]
  refused: Result | undefined
  canRemove: boolean
}

function Row({ person: { values, field, remove }, roles, refused, canRemove }: RowProps) {
  const data = roles.map(({ role_id, role_name }) => ({ value: role_id, label: role_name }))
  const role = roles.find(({ role_id }) => role_id === values['role_id'])
  return (
    <fieldset className={styles.row} aria-label={values['email'] || 'New person'}>
      {field('email', { error: explainRefusal(refused?.error) })}
      {field('name')}
      {field('role_id', { data })}
      {canRemove && (
        <Tooltip label="Remove this person">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            className={styles.remove}
            aria-label="Remove this person"
            onClick={remove}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Tooltip>
      )}
      {role && <p className={`faint flush ${styles.about}`}>{describeRole(role)}</p>}
    </fieldset>
  )
}

/** A deployment without e-mail answers with the links, to be handed over by other means. */
function Sent({ results }: { results: readonly Result[] }) {
  const linked = results.filter(({ invite_url }) => invite_url !== undefined)
  if (linked.length === 0) return null
  return (
    <Alert color="teal" title="This deployment sends no e-mail">
      <p className="flush above tight">
        Hand each link to its person yourself, over a channel that only they read: anyone with it
        can choose that account's password. It works once, for 24 hours, and is shown only now.
      </p>
      {linked.map(({ email, invite_url }) => (
        <InviteLink key={email} email={email} url={invite_url ?? ''} />
      ))}
    </Alert>
  )
}
