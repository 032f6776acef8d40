import { Button, Radio } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { post, put, remove } from '../api/change.ts'
import type { Schemas } from '../api/client.ts'
import { useMay, useUser } from '../api/session.ts'
import { Action } from '../lib/action.tsx'
import type { Fields, Texts } from '../lib/field_values.ts'
import { type Form, useFields } from '../lib/form.tsx'
import { money, plainMoney } from '../lib/money.ts'
import { grantableQuery } from '../team/users.ts'
import {
  areas,
  commonLevel,
  type Level,
  type Levels,
  levelsFor,
  readLevels,
  permissionsFor,
  type Role,
} from './groups.ts'
import styles from './roles.module.css'

const levelNames: Readonly<Record<Level, string>> = {
  none: 'Nothing',
  view: 'View',
  manage: 'View and change',
}

const fields = {
  role_name: { kind: 'text', label: 'Name', maxLength: 64, 'data-autofocus': true },
} satisfies Fields

const limitFields = {
  currency: { kind: 'currency', label: 'Currency' },
  amount: { kind: 'amount', label: 'At most', missing: 'Enter an amount.' },
} satisfies Fields

type Limits = Role['refund_limit']

function limitRows(limits: Limits): Texts[] {
  return (limits ?? []).map(({ currency, amount }) => ({
    currency,
    amount: plainMoney(amount, currency),
  }))
}

/** Creates a role, or changes the given one. */
export function EditRole({ role, close }: { role?: Role; close: () => void }) {
  const own = useUser().refund_limit
  const [levels, setLevels] = useState<Levels>(() =>
    readLevels(role ?? { groups: ['operations_view'], scopes: [] }),
  )
  const form = useFields(fields, role, {
    refund_limit: { fields: limitFields, rows: limitRows(role?.refund_limit ?? own) },
  })
  const mayRefund = levels['refunds'] === 'manage'
  const sent = form.read<{
    role_name?: string
    refund_limit: NonNullable<Schemas['CreateRoleRequest']['refund_limit']>
  }>()
  const isLimited = mayRefund && sent.refund_limit.length > 0
  const body: Schemas['CreateRoleRequest'] = {
    role_name: sent.role_name ?? '',
    ...permissionsFor(levels),
    refund_limit: isLimited ? sent.refund_limit : null,
  }
  const isEmpty = Object.values(levels).every((level) => level === 'none')
  const path = { role_id: role?.role_id ?? '' }
  return (
    <Action
      title={role === undefined ? 'New role' : `Role ${role.role_name}`}
      verb={role === undefined ? 'Create the role' : 'Save the role'}
      size="xl"
      isReady={body.role_name !== '' && !isEmpty}
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
      {role === undefined && <Presets choose={setLevels} />}
      <Matrix levels={levels} change={(part) => setLevels({ ...levels, ...part })} />
      {mayRefund && <RefundLimits form={form} />}
      <p className="faint flush">
        {isEmpty ? 'A role must allow something.' : 'You can grant only what you may do yourself.'}
      </p>
    </Action>
  )
}

/** Starts from what another role may do. */
function Presets({ choose }: { choose: (levels: Levels) => void }) {
  const { data = [] } = useQuery(grantableQuery)
  const roles = data.filter(({ entity_type }) => entity_type === 'merchant')
  return (
    <div className={styles.presets} role="group" aria-label="Start from another role">
      <span className="faint">Start from</span>
      {roles.map((role) => (
        <Button
          key={role.role_id}
          variant="default"
          size="compact-sm"
          onClick={() => choose(readLevels(role))}
        >
          {role.role_name}
        </Button>
      ))}
    </div>
  )
}

interface MatrixProps {
  levels: Levels
  change: (part: Levels) => void
}

/** A row sets one object; the row of an area sets all its objects. */
function Matrix({ levels, change }: MatrixProps) {
  return (
    <div className={styles.matrix}>
      <div className={styles.levels} aria-hidden>
        <span />
        {Object.values(levelNames).map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      {areas.map((area) => {
        const objects = Object.entries(area.objects)
        const names = objects.map(([object]) => object)
        return (
          <div key={area.id} className={styles.group}>
            <Choice
              name={area.name}
              objects={names}
              level={commonLevel(levels, area)}
              choose={(level) => change(Object.fromEntries(names.map((name) => [name, level])))}
            />
            {objects.length > 1 &&
              objects.map(([object, name]) => (
                <Choice
                  key={object}
                  name={name}
                  objects={[object]}
                  level={levels[object]}
                  choose={(level) => change({ [object]: level })}
                />
              ))}
          </div>
        )
      })}
    </div>
  )
}

interface ChoiceProps {
  name: string
  objects: readonly string[]
  level: Level | undefined
  choose: (level: Level) => void
}

function Choice({ name, objects, level, choose }: ChoiceProps) {
  const id = useId()
  const offered = levelsFor(objects, useMay())
  return (
    <div role="radiogroup" aria-label={name} className={styles.choice}>
      <span>{name}</span>
      {(['none', 'view', 'manage'] as const).map((each) =>
        offered.includes(each) ? (
          <Radio
            key={each}
            name={id}
            checked={each === level}
            onChange={() => choose(each)}
            aria-label={levelNames[each]}
          />
        ) : (
          <span key={each} />
        ),
      )}
    </div>
  )
}

function RefundLimits({ form }: { form: Pick<Form<unknown>, 'rows' | 'add'> }) {
  const own = useUser().refund_limit
  const rows = form.rows('refund_limit')
  const most = own?.map(({ currency, amount }) => money(amount, currency)).join(', ')
  return (
    <fieldset className={styles.limits} aria-label="Refund limit">
      <b>Refund limit</b>
      <p className="faint flush">
        The most that a person with this role refunds of one payment, with all its earlier refunds.{' '}
        {rows.length === 0
          ? 'Without one there is no limit.'
          : 'Payments in currencies that are not listed cannot be refunded.'}
        {most !== undefined && ` Your own role allows ${most}.`}
      </p>
      {rows.map(({ key, field, remove: removeRow, values }) => (
        <div key={key} className={styles.limit}>
          {field('currency')}
          {field('amount')}
          <Button
            variant="default"
            aria-label={`Remove the limit in ${values['currency'] ?? ''}`}
            onClick={removeRow}
          >
            Remove
          </Button>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={16} />}
          onClick={() => form.add('refund_limit', { currency: 'EUR' })}
        >
          Add a limit
        </Button>
      </div>
    </fieldset>
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
