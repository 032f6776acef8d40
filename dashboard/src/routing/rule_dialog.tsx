// Edits one rule, or the default, in the draft. Nothing is sent.
import { Button, Group, Modal } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { FormEvent, ReactNode } from 'react'
import { useFields, type ListRow } from '../lib/form.tsx'
import form from '../lib/form.module.css'
import { Tool } from '../settings/tool.tsx'
import {
  type AccountOption,
  metadataList,
  readRule,
  ruleFields,
  startRule,
  useList,
} from './fields.ts'
import styles from './routing.module.css'
import type { Rule, Use } from './words.ts'

interface RuleDialogProps {
  readonly title: string
  readonly rule: Rule
  readonly accounts: readonly AccountOption[]
  save: (rule: Rule) => void
  close: () => void
}

export function RuleDialog({ title, rule, accounts, save, close }: RuleDialogProps) {
  const fields = useFields(ruleFields, startRule(rule), {
    use: useList(rule.use, accounts),
    metadata: metadataList(rule),
  })
  const { name, ...conditions } = ruleFields
  return (
    <LocalForm
      {...{ title, close }}
      submit={() => fields.check() && save(readRule(fields.read()))}
      isReady={fields.rows('use').length > 0}
    >
      {fields.pick({ name })}
      <section className={styles.part}>
        <h3>If</h3>
        <p>All conditions must hold. A rule without conditions matches every payment.</p>
        {fields.pick(conditions)}
        <Rows
          rows={fields.rows('metadata')}
          noun="metadata"
          add={() => fields.add('metadata')}
          verb="Add metadata"
        />
      </section>
      <Accounts rows={fields.rows('use')} add={() => fields.add('use')} />
    </LocalForm>
  )
}

interface DefaultDialogProps {
  readonly use: readonly Use[]
  readonly accounts: readonly AccountOption[]
  save: (use: Use[]) => void
  close: () => void
}

/** Without an account every account is tried, by priority. */
export function DefaultDialog({ use, accounts, save, close }: DefaultDialogProps) {
  const fields = useFields({}, {}, { use: useList(use, accounts) })
  return (
    <LocalForm
      title="Everything else"
      close={close}
      submit={() => fields.check() && save(fields.read<{ use: Use[] }>().use)}
    >
      <p className="flush">
        For payments that match no rule. Without an account here, every account that can take the
        payment is tried, by its priority.
      </p>
      <Accounts rows={fields.rows('use')} add={() => fields.add('use')} />
    </LocalForm>
  )
}

function Accounts({ rows, add }: { rows: readonly ListRow[]; add: () => void }) {
  return (
    <section className={styles.part}>
      <h3>Then use</h3>
      <p>Several accounts share the payments; the others follow as fallbacks.</p>
      <Rows rows={rows} noun="account" add={add} verb="Add an account" />
    </section>
  )
}

interface RowsProps {
  readonly rows: readonly ListRow[]
  readonly noun: string
  readonly verb: string
  add: () => void
}

function Rows({ rows, noun, verb, add }: RowsProps) {
  return (
    <>
      {rows.map((row, n) => (
        <div key={row.key} className={styles.row} role="group" aria-label={`${noun} ${n + 1}`}>
          <div>{row.all}</div>
          <Tool name={`Remove ${noun} ${n + 1}`} icon={IconTrash} run={row.remove} />
        </div>
      ))}
      <div>
        <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={add}>
          {verb}
        </Button>
      </div>
    </>
  )
}

interface LocalFormProps {
  readonly title: string
  readonly isReady?: boolean
  readonly children: ReactNode
  submit: () => void
  close: () => void
}

function LocalForm({ title, isReady = true, children, submit, close }: LocalFormProps) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) submit()
  }
  return (
    <Modal opened onClose={close} title={title} size="lg" closeOnClickOutside={false}>
      <form className={form.form} onSubmit={onSubmit} noValidate>
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isReady}>
            Apply
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
