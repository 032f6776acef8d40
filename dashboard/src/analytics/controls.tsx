import { SegmentedControl, Select } from '@mantine/core'
import { type Search, useSetText, useText } from '../lib/url.ts'
import styles from './controls.module.css'

/** The URL says what the page shows. */
export function useChoices(): readonly [Search, (change: Search) => void] {
  const search = useText()
  const set = useSetText()
  const change = (chosen: Search) => set({ ...search, ...chosen }, { replace: true })
  return [search, change]
}

const MANY = 4

/** A select on the page background. */
export const choiceStyles = { input: styles.input ?? '' }

interface CurrencyProps {
  currencies: readonly string[]
  value: string
  choose: (currency: string) => void
}

/** Amounts in different currencies are never added, so a page shows one currency. */
export function CurrencyChoice({ currencies, value, choose }: CurrencyProps) {
  if (currencies.length < 2) return null
  if (currencies.length > MANY) {
    return (
      <Select
        aria-label="Currency"
        data={[...currencies]}
        value={value}
        onChange={(chosen) => chosen && choose(chosen)}
        allowDeselect={false}
        searchable
        w={104}
        classNames={choiceStyles}
      />
    )
  }
  return <Segments name="Currency" data={currencies} value={value} choose={choose} />
}

interface SegmentsProps {
  name: string
  data: readonly (string | { value: string; label: string })[]
  value: string
  choose: (value: string) => void
}

export function Segments({ name, data, value, choose }: SegmentsProps) {
  return (
    <SegmentedControl
      aria-label={name}
      data={data.map((each) =>
        labelled(typeof each === 'string' ? { value: each, label: each } : each),
      )}
      value={value}
      onChange={choose}
      size="sm"
      withItemsBorders={false}
      classNames={{ root: styles.root, indicator: styles.indicator, label: styles.label }}
    />
  )
}

/** Left to right also where the page runs from right to left. */
function labelled({ value, label }: { value: string; label: string }) {
  return { value, label: <bdi>{label}</bdi> }
}

/** The chosen currency if it occurs, else the most frequent. */
export function chosenCurrency(currencies: readonly string[], chosen: string | undefined): string {
  return chosen !== undefined && currencies.includes(chosen) ? chosen : (currencies[0] ?? 'EUR')
}
