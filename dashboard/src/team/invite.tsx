// Invites one person or many at once. Each invitation has its own outcome: some can fail while others are sent.
import { ActionIcon, Alert, Button, Group, Modal, Select, TextInput, Tooltip } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { unwrapAnswer, api, ApiError, type Schemas } from '../api/client.ts'
import { queries } from '../api/queries.ts'
import { announce } from '../frame/announce.tsx'
import { InviteLink } from './invite_link.tsx'
import styles from './invite.module.css'
import { grantableQuery } from './users.ts'

interface Person {
  readonly key: number
  readonly email: string
  readonly name: string
  readonly role_id: string
}

type Result = Schemas['InvitationResult']

const MOST = 50
let last = 0

function someone(role_id: string): Person {
  last += 1
  return { key: last, email: '', name: '', role_id }
}

export function Invite({ close }: { close: () => void }) {
  const [people, setPeople] = useState<readonly Person[]>(() => [someone('')])
  const [sent, setSent] = useState<readonly Result[]>([])
  const { data: roles = [] } = useQuery(grantableQuery)
  const invite = useMutation({
    mutationFn: () => send(people),
    async onSuccess({ results }) {
      const invited = results.filter(({ status }) => status === 'invited')
      const failed = new Set(results.filter(({ error }) => error).map(({ email }) => email))
      setSent([...sent.filter(({ error }) => !error), ...results])
      setPeople(people.filter(({ email }) => failed.has(normal(email))))
      await queries.invalidateQueries({ queryKey: ['team'] })
      const isShown = invited.some(({ invite_url }) => invite_url !== undefined)
      if (invited.length > 0) announce('done', countText(invited.length, isShown))
      if (failed.size === 0 && !isShown) close()
    },
  })
  const set = (key: number, change: Partial<Person>) =>
    setPeople(people.map((each) => (each.key === key ? { ...each, ...change } : each)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!invite.isPending) invite.mutate()
  }
  const isReady = people.every(({ email, role_id }) => email.trim() !== '' && role_id !== '')
  return (
    <Modal opened onClose={close} title="Invite people" size="xl" centered>
      <form onSubmit={submit} className={styles.form}>
        <p className="flush">
          Each person gets an e-mail with a link that works once, for 24 hours.
        </p>
        {people.map((person, n) => (
          <Row
            key={person.key}
            person={person}
            roles={roles}
            fault={rowFault(person, n, people.length, invite.error, sent)}
            set={(change) => set(person.key, change)}
            remove={
              people.length > 1
                ? () => setPeople(people.filter(({ key }) => key !== person.key))
                : undefined
            }
          />
        ))}
        {invite.error && <General error={invite.error} />}
        <Sent results={sent.filter(({ status }) => status === 'invited')} />
        <Group justify="space-between">
          <Button
            variant="subtle"
            leftSection={<IconPlus size={16} />}
            disabled={people.length >= MOST}
            onClick={() => setPeople([...people, someone(people.at(-1)?.role_id ?? '')])}
          >
            Add a person
          </Button>
          <Group gap="xs">
            <Button variant="default" onClick={close}>
              Close
            </Button>
            {people.length > 0 && (
              <Button type="submit" loading={invite.isPending} disabled={!isReady}>
                {people.length === 1 ? 'Send the invitation' : `Send ${people.length} invitations`}
              </Button>
            )}
          </Group>
        </Group>
      </form>
    </Modal>
  )
}

const normal = (email: string) => email.trim().toLowerCase()

async function send(people: readonly Person[]) {
  const body = people.map(({ email, name, role_id }) => ({
    email: email.trim(),
    role_id,
    ...(name.trim() === '' ? {} : { name: name.trim() }),
  }))
  return unwrapAnswer(api.POST('/user/user/invite_multiple', { body: body as never }))
}

function countText(count: number, isShown: boolean): string {
  if (isShown) return 'The invitations are ready: copy their links.'
  return count === 1 ? 'The invitation is sent.' : `${count} invitations are sent.`
}

/** The message of the API names the request that changes a role; here it is a page. */
function formatError(error: Result['error'] | undefined): string | undefined {
  if (error?.code !== 'HE_01') return error?.message
  return 'This person is in the team already. Open the person in the list to change the role.'
}

interface RowFault {
  readonly email?: string | undefined
  readonly role_id?: string | undefined
}

/** The faults of many have the place of the person in front: `1.email`. A refusal of one person is in its result. */
function rowFault(
  { email }: Person,
  place: number,
  count: number,
  error: Error | null,
  sent: readonly Result[],
): RowFault {
  const refused = formatError(sent.findLast((result) => result.email === normal(email))?.error)
  if (!(error instanceof ApiError)) return { email: refused }
  const all = error.faults.length > 0 ? error.faults : [error]
  const of = (name: string) =>
    all.find(({ field }) => field === `${place}.${name}` || (count === 1 && field === name))
      ?.message
  return { email: of('email') ?? refused, role_id: of('role_id') }
}

function General({ error }: { error: Error }) {
  if (error instanceof ApiError && (error.field !== undefined || error.faults.length > 0))
    return null
  return (
    <Alert color="red" role="alert">
      {error.message}
    </Alert>
  )
}

interface RowProps {
  person: Person
  roles: readonly Schemas['InvitableRole'][]
  fault: RowFault
  set: (change: Partial<Person>) => void
  remove: (() => void) | undefined
}

function Row({ person, roles, fault, set, remove }: RowProps) {
  return (
    <fieldset className={styles.row} aria-label={person.email || 'New person'}>
      <TextInput
        label="E-mail address"
        type="email"
        value={person.email}
        error={fault.email}
        onChange={(event) => set({ email: event.currentTarget.value })}
        data-autofocus
      />
      <TextInput
        label="Name"
        placeholder="Optional"
        maxLength={255}
        value={person.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Select
        label="Role"
        placeholder="Choose"
        data={roles.map(({ role_id, role_name }) => ({ value: role_id, label: role_name }))}
        value={person.role_id || null}
        error={fault.role_id}
        allowDeselect={false}
        onChange={(role_id) => set({ role_id: role_id ?? '' })}
      />
      {remove && (
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
        Hand each link to its person yourself, over a channel that only they read: whoever has it
        can choose the password of that account. It works once, for 24 hours, and is shown only now.
      </p>
      {linked.map(({ email, invite_url }) => (
        <InviteLink key={email} email={email} url={invite_url ?? ''} />
      ))}
    </Alert>
  )
}
