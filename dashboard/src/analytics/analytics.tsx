import { Select } from '@mantine/core'
import { useUser } from '../api/session.ts'
import { daysIn, useDayZone, useMerchantNow } from '../lib/clock.ts'
import { Empty } from '../lib/empty.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { LoadingCard } from '../lib/loading.tsx'
import { isolated, usePreferences } from '../lib/preferences.ts'
import type { Search } from '../lib/url.ts'
import styles from './analytics.module.css'
import { choiceStyles, chosenCurrency, CurrencyChoice, Segments, useChoices } from './controls.tsx'
import { Declines, Groups } from './groups.tsx'
import type { Scope } from './metrics.ts'
import {
  parseDays,
  daysText,
  lengths,
  type Period,
  toPeriod,
  type Unit,
  parseUnit,
} from './period.ts'
import { useProfiles, useScopeCurrencies, type View } from './read.ts'
import { Section } from './section.tsx'
import { sections } from './sections.ts'

const units: readonly { value: Unit; label: string }[] = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
]

/** Everything that is chosen here is in the URL. */
export function Analytics() {
  const [search, change] = useChoices()
  const now = useMerchantNow()
  const time_zone = useDayZone()
  const scope = parseScope(search)
  const currencies = useScopeCurrencies(scope, now)
  const known = currencies.data ?? []
  const currency = chosenCurrency(known, search['currency'])
  const days = parseDays(search['days'])
  const unit = parseUnit(search['by'])
  return (
    <>
      <div className={styles.head}>
        <h1>Analytics</h1>
        <div className={styles.controls}>
          <ScopeChoice search={search} change={change} />
          <CurrencyChoice
            currencies={known}
            value={currency}
            choose={(chosen) => change({ currency: chosen })}
          />
          <Segments
            name="Period"
            data={lengths}
            value={daysText(days)}
            choose={(chosen) => change({ days: chosen })}
          />
          <Segments
            name="By"
            data={units}
            value={unit}
            choose={(chosen) => change({ by: chosen })}
          />
        </div>
      </div>
      <Loaded query={currencies} waiting={<LoadingCard height={360} />}>
        {() =>
          known.length === 0 ? (
            <Nothing />
          ) : (
            <Sections
              view={{ scope, currency, period: toPeriod(days, unit, now ?? new Date(), time_zone) }}
              search={search}
              change={change}
            />
          )
        }
      </Loaded>
    </>
  )
}

function Nothing() {
  return (
    <section className="card">
      <Empty
        title="No payments yet"
        text="Volume, success rate, refunds, disputes and decline reasons appear here with the first payment."
      />
    </section>
  )
}

function parseScope(search: Search): Scope {
  const { scope, profile_id } = search
  if (scope === 'org') return { name: 'org' }
  if (profile_id !== undefined) return { name: 'profile', profile_id }
  return { name: 'merchant' }
}

interface ChoiceProps {
  search: Search
  change: (chosen: Search) => void
}

/** The organization only for its admin: others would be refused. */
function ScopeChoice({ search, change }: ChoiceProps) {
  const { role_id } = useUser()
  const profiles = useProfiles()
  const choices = [
    { value: 'merchant', label: 'All profiles' },
    ...(profiles.data ?? []).map(({ profile_id, profile_name }) => ({
      value: profile_id,
      label: profile_name,
    })),
    ...(role_id === 'org_admin' ? [{ value: 'org', label: 'The organization' }] : []),
  ]
  if (choices.length < 2) return null
  const value = search['scope'] === 'org' ? 'org' : (search['profile_id'] ?? 'merchant')
  const choose = (chosen: string) =>
    change({
      scope: chosen === 'org' ? 'org' : undefined,
      profile_id: chosen === 'org' || chosen === 'merchant' ? undefined : chosen,
    })
  return (
    <Select
      aria-label="Profile"
      data={choices}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => chosen && choose(chosen)}
      w={168}
      classNames={choiceStyles}
    />
  )
}

function Sections({ view, search, change }: ChoiceProps & { view: View }) {
  return (
    <>
      <p className={styles.range}>
        <RangeText period={view.period} />
      </p>
      {sections.map((config) => (
        <Section key={config.name} config={config} view={view} />
      ))}
      <Groups view={view} by={search['group']} choose={(group) => change({ group })} />
      <Declines view={view} />
    </>
  )
}

function RangeText({ period: { now, before, time_zone } }: { period: Period }) {
  const { locale } = usePreferences()
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: time_zone })
  const text = ({ from, to }: { from: Date; to: Date }) => isolated(days.formatRange(from, to))
  return (
    <>
      {text(now)}, compared with {text(before)}. {daysIn(time_zone)}; an object counts on the day on
      which it was created.
    </>
  )
}
