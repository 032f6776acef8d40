import { Button, Menu, Popover, TextInput, UnstyledButton } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { Search } from '../lib/url.ts'
import type { Filter } from './config.ts'
import styles from './filters.module.css'

/** More choices than this are searched. */
const MANY = 12

interface FiltersProps {
  filters: readonly Filter[]
  values: Search
  change: (values: Search) => void
}

/** Each filter that applies is a chip; the others are behind one button. */
export function Filters({ filters, values, change }: FiltersProps) {
  const [editing, setEditing] = useState<string>()
  const shown = filters.filter(({ name }) => values[name] !== undefined || name === editing)
  const free = filters.filter((filter) => !shown.includes(filter))
  const set = (name: string, value: string | undefined) => {
    const { [name]: _, ...rest } = values
    setEditing(undefined)
    change(value === undefined || value === '' ? rest : { ...rest, [name]: value })
  }
  return (
    <div className={styles.row} role="group" aria-label="Filters">
      {shown.map((filter) => (
        <Chip
          key={filter.name}
          filter={filter}
          value={values[filter.name]}
          isOpen={editing === filter.name}
          open={(isOpen) => setEditing(isOpen ? filter.name : undefined)}
          set={(value) => set(filter.name, value)}
        />
      ))}
      {free.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              leftSection={<IconPlus size={14} />}
            >
              Add filter
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {free.map(({ name, title }) => (
              <Menu.Item key={name} onClick={() => setEditing(name)}>
                {title}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {Object.keys(values).length > 1 && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => change({})}>
          Clear all
        </Button>
      )}
    </div>
  )
}

interface ChipProps {
  filter: Filter
  value: string | undefined
  isOpen: boolean
  open: (isOpen: boolean) => void
  set: (value: string | undefined) => void
}

function Chip({ filter, value, isOpen, open, set }: ChipProps) {
  return (
    <Popover opened={isOpen} onChange={open} position="bottom-start" trapFocus returnFocus>
      <span className={styles.chip}>
        <Popover.Target>
          <button type="button" onClick={() => open(!isOpen)}>
            {filter.title}
            {value !== undefined && <b>{filterValueName(filter, value)}</b>}
          </button>
        </Popover.Target>
        {value !== undefined && (
          <button
            type="button"
            aria-label={`Remove the filter ${filter.title}`}
            onClick={() => set(undefined)}
          >
            <IconX size={14} />
          </button>
        )}
      </span>
      <Popover.Dropdown>
        <Editor filter={filter} value={value} set={set} />
      </Popover.Dropdown>
    </Popover>
  )
}

function filterValueName(filter: Filter, value: string): string {
  // A link can have a moment where a person chooses a day.
  if (filter.kind === 'day') return value.slice(0, 10)
  if (filter.kind !== 'choice') return value.slice(0, 40)
  return filter.choices.find((choice) => choice.value === value)?.name ?? value
}

function Editor({ filter, value, set }: Pick<ChipProps, 'filter' | 'value' | 'set'>) {
  const [text, setText] = useState(value ?? '')
  if (filter.kind === 'choice') {
    const isLong = filter.choices.length > MANY
    const wanted = isLong && text !== value ? text.trim().toLowerCase() : ''
    return (
      <div role="group" aria-label={filter.title}>
        {isLong && (
          <TextInput
            aria-label={`Search: ${filter.title}`}
            placeholder="Search"
            value={text === value ? '' : text}
            onChange={(event) => setText(event.currentTarget.value)}
            data-autofocus
          />
        )}
        {/* Buttons: an arrow key among radio buttons would choose the next one, and close the list. */}
        <div className={styles.choices}>
          {filter.choices
            .filter(({ name }) => name.toLowerCase().includes(wanted))
            .map((choice) => (
              <UnstyledButton
                key={choice.value}
                className={styles.choice}
                aria-pressed={choice.value === value}
                onClick={() => set(choice.value)}
              >
                {choice.name}
              </UnstyledButton>
            ))}
        </div>
      </div>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set(text.trim())
  }
  return (
    <form onSubmit={submit} className={styles.form}>
      <TextInput
        label={filter.title}
        type={filter.kind === 'day' ? 'date' : 'text'}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <Button type="submit">Apply</Button>
    </form>
  )
}
