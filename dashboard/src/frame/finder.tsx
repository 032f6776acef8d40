// The field and the list of Ctrl K.
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowRight, IconBolt, IconBookmark, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { useMay } from '../api/session.ts'
import { Moment } from '../lib/dates.tsx'
import { money } from '../lib/money.ts'
import { Status } from '../lib/status.tsx'
import type { Target } from '../lib/url.ts'
import { inWords } from '../lib/words.ts'
import { useViews, viewTarget } from '../views/read.ts'
import { isNamed, useActions } from './actions.ts'
import { type Found, findLogged, findObjects, kinds, targetFor } from './find.ts'
import styles from './palette.module.css'
import { useSeenPages } from './seen_pages.ts'

interface Entry {
  readonly group: string
  readonly name: string
  readonly Icon: typeof IconSearch
  readonly found?: Found
  readonly target?: Target
  readonly hash?: string | undefined
  /** Outside the dashboard. */
  readonly href?: string | undefined
  readonly run?: (() => unknown) | undefined
}

export function Finder({ close }: { close: () => void }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const list = useId()
  const navigate = useNavigate()
  const router = useRouter()
  const { entries, found } = useEntries(text.trim())
  const open = async ({ target, hash, href, run }: Entry, isNewTab = false) => {
    close()
    if (run !== undefined) return void (await run())
    const whole = target && { ...target, ...(hash === undefined ? {} : { hash }) }
    if (whole === undefined) window.open(href, '_blank', 'noopener')
    else if (isNewTab) window.open(router.buildLocation(whole).publicHref, '_blank', 'noopener')
    else await navigate(whole)
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const next = (chosen + step + entries.length) % Math.max(entries.length, 1)
      setChosen(next)
      document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: 'nearest' })
    }
    const entry = entries[chosen]
    if (event.key === 'Enter' && entry) void open(entry, event.ctrlKey || event.metaKey)
  }
  return (
    <>
      <TextInput
        data-autofocus
        size="lg"
        variant="unstyled"
        leftSection={<IconSearch size={20} aria-hidden />}
        classNames={{ input: styles.input ?? '' }}
        placeholder="A name, an order, an amount, an id, a page or an action"
        aria-label="Find"
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={entries[chosen] ? `${list}-${chosen}` : undefined}
        maxLength={100}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={onKey}
      />
      <Entries {...{ list, entries, chosen, text, open }} choose={setChosen} />
      <p className={styles.hint} role="status">
        {describeResult(text.trim(), found, entries)}
      </p>
    </>
  )
}

interface EntriesProps {
  list: string
  entries: readonly Entry[]
  chosen: number
  text: string
  choose: (n: number) => void
  open: (entry: Entry, isNewTab: boolean) => Promise<void>
}

function Entries({ list, entries, chosen, text, choose, open }: EntriesProps) {
  const groups = [...new Set(entries.map(({ group }) => group))]
  return (
    <div id={list} role="listbox" aria-label="Found" className={styles.list}>
      {groups.map((group) => (
        <div key={group} role="group" aria-label={group}>
          <p aria-hidden>{group}</p>
          {entries.map(
            (entry, n) =>
              entry.group === group && (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input has the keys
                <div
                  key={`${entry.name} ${entry.found?.id}`}
                  id={`${list}-${n}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={n === chosen}
                  className={styles.entry}
                  onMouseMove={() => choose(n)}
                  onClick={(event) => void open(entry, event.ctrlKey || event.metaKey)}
                >
                  <entry.Icon size={18} stroke={1.75} aria-hidden />
                  {entry.found === undefined ? (
                    <b className={styles.text}>
                      <Marked text={entry.name} words={text} />
                    </b>
                  ) : (
                    <FoundObject found={entry.found} words={text} />
                  )}
                </div>
              ),
          )}
        </div>
      ))}
    </div>
  )
}

function FoundObject({ found, words }: { found: Found; words: string }) {
  const { object, title, subtitle, status, amount, currency, created } = found
  const { is_money } = kinds[object]
  const value = amount !== null && currency !== null ? money(amount, currency) : undefined
  const rest = [is_money ? title : undefined, subtitle, is_money ? undefined : value]
  return (
    <>
      <span className={styles.text}>
        <b className="num">
          {(is_money ? value : undefined) ?? <Marked text={title} words={words} />}
        </b>{' '}
        <span>
          <Marked text={rest.filter(Boolean).join(', ')} words={words} />
        </span>
      </span>
      {status !== null && <Status words={found.words} status={status} />}
      <small>
        <Moment at={created} />
      </small>
    </>
  )
}

/** The text with the words marked that were looked for. */
function Marked({ text, words }: { text: string; words: string }) {
  const escaped = words
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`))
  if (escaped.length === 0) return text
  const parts = text.split(new RegExp(`(${escaped.join('|')})`, 'i'))
  // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other key
  return parts.map((part, n) => (n % 2 === 1 ? <mark key={n}>{part}</mark> : part))
}

/** Pages and actions first: what arrives later never moves an entry that can be seen. */
function useEntries(text: string) {
  const [asked] = useDebouncedValue(text, 150)
  const may = useMay()
  const found = useQuery({
    queryKey: ['find', asked],
    enabled: asked.length > 1,
    queryFn: () => findObjects(asked),
    placeholderData: keepPreviousData,
  })
  const { all } = useSeenPages()
  const actions = useActions()
    .filter(({ name, words }) => isNamed(text, `${name} ${words}`))
    .map((action): Entry => ({ ...action, group: 'Actions', Icon: IconBolt }))
  const pages = all
    .filter(({ name }) => isNamed(text, name))
    .map(
      ({ name, to, href }): Entry => ({
        group: 'Pages',
        name,
        Icon: IconArrowRight,
        ...(to === undefined ? { href } : { target: { to } }),
      }),
    )
  const views = useViews()
    .map((view): Entry => {
      const name = `${inWords(view.list)}: ${view.name}`
      const target = viewTarget(view)
      return { group: 'Views', name, Icon: IconBookmark, ...(target && { target }) }
    })
    .filter(({ name }) => text !== '' && isNamed(text, name))
  const logged = findLogged(text, may).map((each): Entry => {
    return { ...each, group: 'Developers', Icon: IconArrowRight }
  })
  const objects = (asked.length > 1 && text !== '' ? (found.data ?? []) : []).map(
    (each): Entry => ({
      group: kinds[each.object].group,
      name: each.title,
      Icon: kinds[each.object].Icon,
      found: each,
      target: targetFor(each),
    }),
  )
  const byGroup = Map.groupBy(objects, ({ group }) => group)
  // The navigation shows the pages anyway.
  const own = text === '' ? [...actions, ...pages] : [...views, ...pages, ...actions]
  return { entries: [...own, ...logged, ...[...byGroup.values()].flat()], found }
}

function describeResult(text: string, found: UseQueryResult, entries: readonly Entry[]): string {
  if (found.isFetching) return 'Searching…'
  if (found.isError && text.length > 1) return found.error.message
  if (entries.length > 0) return '↑ ↓ to choose, Enter to open, Ctrl Enter for a new tab'
  return 'Nothing begins like this. Try a name, an order, an amount such as 171.00, or the last four digits of a card.'
}
