// The content of a filter's popover, by the filter's kind.
import { Button, SegmentedControl, TextInput, UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { CurrencySelect, MoneyInput } from '../lib/fields.tsx'
import { parseMoney, plainMoney } from '../lib/money.ts'
import { daysIn, useDayZone } from '../lib/clock.ts'
import type { Search } from '../lib/url.ts'
import type { Filter } from './config.ts'
import { splitValues } from './filter_names.ts'
import { isPreset, type Preset, presets, toDay } from './period.ts'
import styles from './filters.module.css'

/** More choices than this are searched. */
const MANY = 12

interface EditorProps {
  readonly filter: Filter
  /** All filters: an amount has a currency. */
  readonly values: Search
  /** Replaces the filter's parameters, and closes the popover unless more can be chosen. */
  readonly set: (values: Search, isOpen?: boolean) => void
}

export function Editor(props: EditorProps) {
  const { filter } = props
  if (filter.kind === 'choice') return <Choices {...props} filter={filter} />
  if (filter.kind === 'text') return <Words {...props} filter={filter} />
  return filter.kind === 'period' ? <Period {...props} /> : <Amount {...props} />
}

type ChoiceFilter = Extract<Filter, { kind: 'choice' }>

function Choices({ filter, values, set }: EditorProps & { filter: ChoiceFilter }) {
  const { name, title, choices, isSingle } = filter
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const chosen = splitValues(values[name])
  const toggle = (value: string) => {
    const rest = chosen.filter((each) => each !== value)
    const next = isSingle ? [value] : rest.length < chosen.length ? rest : [...chosen, value]
    set({ [name]: next.join(',') || undefined }, !isSingle)
  }
  return (
    <div role="group" aria-label={title}>
      {choices.length > MANY && (
        <TextInput
          aria-label={`Search: ${title}`}
          placeholder="Search"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
      )}
      {/* Buttons: an arrow key among radio buttons would choose the next one, and close the list. */}
      <div className={styles.choices}>
        {choices
          .filter((choice) => choice.name.toLowerCase().includes(wanted))
          .map((choice) => (
            <UnstyledButton
              key={choice.value}
              className={styles.choice}
              aria-pressed={chosen.includes(choice.value)}
              onClick={() => toggle(choice.value)}
            >
              <span>{choice.name}</span>
              <IconCheck size={14} />
            </UnstyledButton>
          ))}
      </div>
    </div>
  )
}

/** Presets first; below them the days of one's own. */
function Period({ values, set }: EditorProps) {
  const time_zone = useDayZone()
  const { created, created_gte, created_lte } = values
  const [first, setFirst] = useState(toDay(created_gte, time_zone) ?? '')
  const [last, setLast] = useState(toDay(created_lte, time_zone) ?? '')
  const isReversed = first !== '' && last !== '' && first > last
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReversed) set({ created_gte: first || undefined, created_lte: last || undefined })
  }
  return (
    <div className={styles.period}>
      <div className={styles.choices} role="group" aria-label="Period">
        {(Object.keys(presets) as Preset[]).map((preset) => (
          <UnstyledButton
            key={preset}
            className={styles.choice}
            aria-pressed={isPreset(created) && created === preset}
            onClick={() => set({ created: preset })}
          >
            <span>{presets[preset]}</span>
            <IconCheck size={14} />
          </UnstyledButton>
        ))}
      </div>
      <form onSubmit={submit} className={styles.stack} aria-label="Custom range">
        <TextInput
          label="First day"
          type="date"
          value={first}
          onChange={(event) => setFirst(event.currentTarget.value)}
        />
        <TextInput
          label="Last day"
          type="date"
          value={last}
          error={isReversed && 'The last day is before the first one.'}
          onChange={(event) => setLast(event.currentTarget.value)}
        />
        <Button type="submit">Apply</Button>
        <p className={styles.zone}>{daysIn(time_zone)}</p>
      </form>
    </div>
  )
}

const bounds = { exact: 'Exactly', between: 'Between', least: 'At least', most: 'At most' } as const
type Bounds = keyof typeof bounds

function readBounds({ amount_gte, amount_lte }: Search): Bounds {
  if (amount_gte === amount_lte) return 'exact'
  if (amount_gte === undefined) return 'most'
  return amount_lte === undefined ? 'least' : 'between'
}

/** Entered as money, so it has a currency, and sets the filter for it. */
function Amount({ values, set }: EditorProps) {
  const [kind, setKind] = useState(readBounds(values))
  const [currency, setCurrency] = useState(usualCurrency(values))
  const typed = (text: string | undefined) =>
    text !== undefined && Number.isSafeInteger(Number(text))
      ? plainMoney(Number(text), currency)
      : ''
  const [least, setLeast] = useState(typed(values['amount_gte'] ?? values['amount_lte']))
  const [most, setMost] = useState(typed(values['amount_lte']))
  const [isSent, setIsSent] = useState(false)
  const [from, to] = [parseMoney(least, currency), parseMoney(most, currency)]
  const error = (amount: number | undefined) =>
    isSent && amount === undefined && `Enter a number such as 25.00, in ${currency}.`
  const isReversed = kind === 'between' && from !== undefined && to !== undefined && from > to
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsSent(true)
    if (from === undefined || (kind === 'between' && to === undefined) || isReversed) return
    const upper = { exact: from, between: to, least: undefined, most: from }[kind]
    set({
      amount_gte: kind === 'most' ? undefined : String(from),
      amount_lte: upper === undefined ? undefined : String(upper),
      currency,
    })
  }
  return (
    <form onSubmit={submit} className={styles.stack} noValidate>
      <SegmentedControl
        aria-label="Compare"
        size="xs"
        value={kind}
        onChange={(value) => setKind(value as Bounds)}
        data={Object.entries(bounds).map(([value, label]) => ({ value, label }))}
      />
      <MoneyInput
        label={kind === 'between' ? 'From' : 'Amount'}
        currency={currency}
        value={least}
        error={error(from)}
        onChange={(event) => setLeast(event.currentTarget.value)}
        data-autofocus
      />
      {kind === 'between' && (
        <MoneyInput
          label="To"
          currency={currency}
          value={most}
          error={error(to) || (isReversed && 'This is less than the lowest amount.')}
          onChange={(event) => setMost(event.currentTarget.value)}
        />
      )}
      <CurrencySelect
        label="Currency"
        value={currency}
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        onChange={(code) => setCurrency(code ?? currency)}
      />
      <Button type="submit">Apply</Button>
    </form>
  )
}

function usualCurrency({ currency }: Search): string {
  const [first = 'EUR'] = splitValues(currency)
  return first.toUpperCase()
}

type TextFilter = Extract<Filter, { kind: 'text' }>

function Words({ filter, values, set }: EditorProps & { filter: TextFilter }) {
  const { name, title, check } = filter
  const [text, setText] = useState(values[name] ?? '')
  const [fault, setFault] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = text.trim() === '' ? undefined : check?.(text.trim())
    setFault(found)
    if (found === undefined) set({ [name]: text.trim() || undefined })
  }
  return (
    <form onSubmit={submit} className={styles.form}>
      <TextInput
        label={title}
        value={text}
        error={fault}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <Button type="submit">Apply</Button>
    </form>
  )
}
