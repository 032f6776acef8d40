import { ActionIcon, Button, Menu, Table, Tooltip } from '@mantine/core'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../api/session.ts'
import { Loaded } from '../lib/loaded.tsx'
import { LoadingCard } from '../lib/loading.tsx'
import detail from '../lib/head.module.css'
import { rolesQuery } from '../team/users.ts'
import { DeleteRole, EditRole } from './dialogs.tsx'
import { accessLevel, areas, type Level, limitText, type Role } from './groups.ts'
import styles from './roles.module.css'

type Dialog = { readonly at: 'new' } | { readonly at: 'edit' | 'delete'; readonly role: Role }

export function Roles() {
  const may = useMay()
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  const roles = useQuery(rolesQuery)
  return (
    <>
      <p className={detail.crumb}>
        <Link to="/team">Team</Link> / Roles
      </p>
      <div className={detail.head}>
        <h1>Roles</h1>
        {may('users:write') && (
          <div className={detail.actions}>
            <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({ at: 'new' })}>
              New role
            </Button>
          </div>
        )}
      </div>
      <p className={styles.lead}>
        A role decides what a person sees and may change. Built-in roles are the same everywhere;
        your own roles can be changed, and the change applies at once to everybody who has them. The
        right to change something includes the right to view it.
      </p>
      <Loaded query={roles} waiting={<LoadingCard height={480} />}>
        {(all) => <Matrix roles={all} open={setDialog} />}
      </Loaded>
      {dialog?.at === 'new' && <EditRole close={close} />}
      {dialog?.at === 'edit' && <EditRole role={dialog.role} close={close} />}
      {dialog?.at === 'delete' && <DeleteRole role={dialog.role} close={close} />}
    </>
  )
}

interface MatrixProps {
  roles: readonly Role[]
  open: (dialog: Dialog) => void
}

function Matrix({ roles, open }: MatrixProps) {
  const { role: chosen } = useSearch({ from: '/frame/roles' })
  const ordered = [
    ...roles.filter((role) => !role.is_built_in),
    ...roles.filter((role) => role.is_built_in),
  ]
  return (
    <section className={`card ${styles.card}`} tabIndex={0} aria-label="What each role may do">
      <Table className={styles.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">May</Table.Th>
            {ordered.map((role) => (
              <Table.Th key={role.role_id} scope="col" data-chosen={role.role_id === chosen}>
                <Head role={role} open={open} />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        {areas.map(({ id, name, objects }) => (
          <Table.Tbody key={id}>
            <Table.Tr className={styles.area}>
              <Table.Th scope="rowgroup" colSpan={ordered.length + 1}>
                {name} <code>{id}</code>
              </Table.Th>
            </Table.Tr>
            {Object.entries(objects).map(([object, words]) => (
              <Table.Tr key={object}>
                <Table.Th scope="row">{words}</Table.Th>
                {ordered.map((role) => (
                  <Table.Td key={role.role_id} data-chosen={role.role_id === chosen}>
                    <Cell level={accessLevel(role, object)} scope={object} />
                    {object === 'refunds' && role.refund_limit && (
                      <small>up to {limitText(role.refund_limit)}</small>
                    )}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        ))}
      </Table>
    </section>
  )
}

function Head({ role, open }: { role: Role; open: MatrixProps['open'] }) {
  const may = useMay()
  const about = role.is_built_in
    ? role.entity_type === 'organization'
      ? 'All merchants'
      : 'Built-in'
    : 'Your own'
  return (
    <div className={styles.head}>
      <div>
        {role.role_name}
        <small>{about}</small>
      </div>
      {!role.is_built_in && may('users:write') && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Change the role ${role.role_name}`}
              title="Change this role"
            >
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => open({ at: 'edit', role })}>Edit</Menu.Item>
            <Menu.Item color="red" onClick={() => open({ at: 'delete', role })}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  )
}

/** The scopes are on hover. */
function Cell({ level, scope }: { level: Level; scope: string }) {
  if (level === 'none') return <span className="faint">–</span>
  const isManaged = level === 'manage'
  return (
    <Tooltip label={isManaged ? `${scope}:read, ${scope}:write` : `${scope}:read`}>
      <span className={`pill ${isManaged ? 'ok' : 'mute'}`}>{isManaged ? 'Change' : 'View'}</span>
    </Tooltip>
  )
}
