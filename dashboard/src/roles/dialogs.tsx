import { Group, Radio } from '@mantine/core'
import { useState } from 'react'
import { post, put, remove } from '../api/change.ts'
import { useMay } from '../api/session.ts'
import { Action } from '../lib/action.tsx'
import type { Fields } from '../lib/field_values.ts'
import { useFields } from '../lib/form.tsx'
import { areas, type Level, levelOfArea, levelsFor, type Role, withLevel } from './groups.ts'
import styles from './roles.module.css'

const levelNames: Readonly<Record<Level, string>> = {
  none: 'Nothing',
  view: 'View',
  manage: 'View and change',
}

const fields = {
  role_name: { kind: 'text', label: 'Name', maxLength: 64, 'data-autofocus': true },
} satisfies Fields

/** Creates a role, or changes the given one. */
export function EditRole({ role, close }: { role?: Role; close: () => void }) {
  const may = useMay()
  const form = useFields(fields, role)
  const [groups, setGroups] = useState<readonly string[]>(role?.groups ?? ['operations_view'])
  const body = { role_name: form.values.role_name.trim(), groups: groups as Role['groups'] }
  const path = { role_id: role?.role_id ?? '' }
  return (
    <Action
      title={role === undefined ? 'New role' : `Role ${role.role_name}`}
      verb={role === undefined ? 'Create the role' : 'Save the role'}
      isReady={body.role_name !== '' && groups.length > 0}
      form={form}
      close={close}
      run={(key) =>
        role === undefined
          ? post('/user/role', { body })(key)
          : put('/user/role/{role_id}', { params: { path }, body })(key)
      }
      done={(saved) => `The role ${saved.role_name} is saved.`}
    >
      {form.all}
      <div className={styles.choices}>
        {areas.map(({ id, name, about }) => (
          <Radio.Group
            key={id}
            label={name}
            description={about}
            value={levelOfArea(groups, id)}
            onChange={(level) => setGroups(withLevel(groups, id, level as Level))}
          >
            <Group gap="md" mt={8}>
              {levelsFor(id, may).map((level) => (
                <Radio key={level} value={level} label={levelNames[level]} />
              ))}
            </Group>
          </Radio.Group>
        ))}
      </div>
      <p className="faint flush">
        {groups.length === 0
          ? 'A role must allow something.'
          : 'You can grant only what you may do yourself.'}
      </p>
    </Action>
  )
}

export function DeleteRole({ role, close }: { role: Role; close: () => void }) {
  const { role_id, role_name } = role
  return (
    <Action
      title={`Delete the role ${role_name}`}
      verb={`Delete ${role_name}`}
      isDangerous
      close={close}
      run={remove('/user/role/{role_id}', { params: { path: { role_id } } })}
      done={() => `The role ${role_name} is deleted.`}
    >
      <p className="flush">A role in use cannot be deleted: give its users another role first.</p>
    </Action>
  )
}
