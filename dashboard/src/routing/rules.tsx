import { Button } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowRight,
  IconArrowUp,
  IconEdit,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Card } from '../lib/details.tsx'
import { findFault } from '../lib/form_errors.ts'
import { Tool } from '../settings/tool.tsx'
import type { Draft } from './draft.ts'
import type { AccountOption } from './fields.ts'
import styles from './routing.module.css'
import { DefaultDialog, RuleDialog } from './rule_dialog.tsx'
import { describeUse, describeWhen, type Rule, type Use } from './words.ts'

interface RulesProps {
  readonly draft: Draft
  readonly accounts: readonly AccountOption[]
  /** The person may change the rules. */
  readonly isOpen: boolean
  /** The rule that the last simulation matched; null is the default. */
  readonly matched: number | null | undefined
}

export function Rules(props: RulesProps) {
  const { draft, isOpen } = props
  const { rules } = draft.routing
  const [editing, setEditing] = useState<number | 'default'>()
  return (
    <Card
      title="Rules"
      aside={
        isOpen && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} />}
            onClick={() => setEditing(rules.length)}
          >
            Add a rule
          </Button>
        )
      }
    >
      <ol className={styles.rules}>
        {rules.map((rule, n) => (
          // The rules have no ids; their place is what they are.
          <RuleRow key={n} {...props} {...{ rule, n }} edit={() => setEditing(n)} />
        ))}
        <DefaultRow {...props} edit={() => setEditing('default')} />
      </ol>
      {editing !== undefined && (
        <Dialog {...props} editing={editing} close={() => setEditing(undefined)} />
      )}
    </Card>
  )
}

interface RowProps extends RulesProps {
  edit: () => void
}

function RuleRow(props: RowProps & { readonly rule: Rule; readonly n: number }) {
  const { draft, accounts, isOpen, matched, rule, n, edit } = props
  const { rules } = draft.routing
  const move = (to: number) =>
    rules[to] && (() => draft.edit({ rules: rules.with(n, rules[to] ?? rule).with(to, rule) }))
  return (
    <li aria-label={`Rule ${n + 1}`} data-matched={matched === n}>
      <span className={styles.number}>{n + 1}</span>
      <Sentence
        name={rule.name}
        when={describeWhen(rule.when)}
        use={rule.use}
        accounts={accounts}
        fault={findFault(draft.error, `rules.${n}`)}
      />
      {isOpen && (
        <div className={styles.tools}>
          <Tool name={`Edit rule ${n + 1}`} icon={IconEdit} run={edit} />
          <Tool name={`Move rule ${n + 1} up`} icon={IconArrowUp} run={move(n - 1)} />
          <Tool name={`Move rule ${n + 1} down`} icon={IconArrowDown} run={move(n + 1)} />
          <Tool
            name={`Delete rule ${n + 1}`}
            icon={IconTrash}
            run={() => draft.edit({ rules: rules.toSpliced(n, 1) })}
          />
        </div>
      )}
    </li>
  )
}

function DefaultRow({ draft, accounts, isOpen, matched, edit }: RowProps) {
  return (
    <li aria-label="Everything else" data-matched={matched === null}>
      <span className={styles.number}>–</span>
      <Sentence
        when={undefined}
        use={draft.routing.default}
        accounts={accounts}
        fault={findFault(draft.error, 'default')}
      />
      {isOpen && (
        <div className={styles.tools}>
          <Tool name="Edit everything else" icon={IconEdit} run={edit} />
        </div>
      )}
    </li>
  )
}

interface DialogProps extends Pick<RulesProps, 'draft' | 'accounts'> {
  /** The position of the rule; one after the last is a new one. */
  readonly editing: number | 'default'
  close: () => void
}

function Dialog({ draft, accounts, editing, close }: DialogProps) {
  const { rules, default: last } = draft.routing
  const save = (change: Parameters<Draft['edit']>[0]) => {
    draft.edit(change)
    close()
  }
  if (editing === 'default') {
    return (
      <DefaultDialog use={last} {...{ accounts, close }} save={(use) => save({ default: use })} />
    )
  }
  const rule = rules[editing]
  return (
    <RuleDialog
      title={rule ? `Edit rule ${editing + 1}` : 'Add a rule'}
      rule={rule ?? { when: {}, use: [{ connector_id: '' }] }}
      {...{ accounts, close }}
      save={(next) => save({ rules: rules.toSpliced(editing, 1, next) })}
    />
  )
}

interface SentenceProps {
  readonly name?: string | undefined
  /** Undefined for the default. */
  readonly when: readonly string[] | undefined
  readonly use: readonly Use[]
  readonly accounts: readonly AccountOption[]
  readonly fault: string | undefined
}

/** `If currency is EUR → 70% Stripe EU, 30% Adyen`. */
function Sentence({ name, when, use, accounts, fault }: SentenceProps) {
  const label = (id: string) => accounts.find(({ value }) => value === id)?.label ?? id
  const texts = use.length === 0 ? ['Every account, by priority'] : describeUse(use, label)
  return (
    <div>
      <div className={styles.sentence}>
        {when === undefined ? 'Everything else' : when.length === 0 ? 'Every payment' : 'If'}
        {when?.map((text, n) => (
          <span key={text}>
            {n > 0 && 'and '}
            <span className={styles.value}>{text}</span>
          </span>
        ))}
        <IconArrowRight size={16} stroke={1.75} role="img" aria-label="goes to" />
        {texts.map((text) => (
          <span key={text} className={styles.account}>
            {text}
          </span>
        ))}
      </div>
      {name !== undefined && <small>{name}</small>}
      {fault !== undefined && (
        <p className="fault flush small" role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}
