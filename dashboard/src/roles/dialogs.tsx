import { Radio, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { unwrapAnswer, api } from '../api/client.ts'
import { useMay } from '../api/session.ts'
import { Action } from '../lib/action.tsx'
import { once } from '../lib/send.ts'
import { areas, type Level, levelOfArea, levelsFor, type Role, withLevel } from './groups.ts'
import styles from './roles.module.css'

const levelNames: Readonly<Record<Level, string>> = {
  none: 'Nothing',
  view: 'View',
  manage: 'View and change',
}

/** Creates a role, or changes the given one. */
export function EditRole({ role, close }: { role?: Role; close: () => void }) {
  const may = useMay()
  const [role_name, setName] = useState(role?.role_name ?? '')
  const [groups, setGroups] = useState<readonly string[]>(role?.groups ?? ['operations_view'])
  const save = (key: string) => {
    const body = { role_name: role_name.trim(), groups: groups as never }
    if (role === undefined)
      return unwrapAnswer(api.POST('/user/role', { body, headers: once(key) }))
    const params = { path: { role_id: role.role_id } }
    return unwrapAnswer(api.PUT('/user/role/{role_id}', { params, body }))
  }
  return (
    <Action
      title={role === undefined ? 'New role' : `Role ${role.role_name}`}
      verb={role === undefined ? 'Create the role' : 'Save the role'}
      isReady={role_name.trim() !== '' && groups.length > 0}
      close={close}
      run={save}
      done={(saved) => `The role ${saved.role_name} is saved.`}
    >
      <TextInput
        label="Name"
        maxLength={64}
        data-autofocus
        value={role_name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
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
      run={() =>
        unwrapAnswer(api.DELETE('/user/role/{role_id}', { params: { path: { role_id } } }))
      }
      done={() => `The role ${role_name} is deleted.`}
    >
      <p className="flush">
        A role that somebody has cannot be deleted: give these people another role first.
      </p>
    </Action>
  )
}
