// Payments by method, network and so on, and decline reasons: bars with a table that has the same figures.
import { Select } from '@mantine/core'
import { useUser } from '../api/session.ts'
import { Card } from '../lib/details.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { LoadingCard } from '../lib/loading.tsx'
import { money, plainMoney } from '../lib/money.ts'
import { wholeNumber } from '../lib/numbers.ts'
import { useAccountName } from '../providers/account_name.ts'
import styles from './analytics.module.css'
import { Bars } from './bars.tsx'
import { choiceStyles } from './controls.tsx'
import { Figures, type FigureColumn, SaveFigures } from './figures.tsx'
import { percent } from './format.ts'
import { metricValue, type Row, successRate, dimensionValue } from './metrics.ts'
import { useBoth, useProfiles, type View } from './read.ts'
import { valueName } from './words.ts'

const dimensions = [
  { value: 'payment_method', label: 'Method' },
  { value: 'payment_method_type', label: 'Method type' },
  { value: 'card_network', label: 'Card network' },
  { value: 'authentication_type', label: '3-D Secure' },
  { value: 'profile_id', label: 'Profile' },
  { value: 'connector_id', label: 'Provider account' },
  { value: 'status', label: 'Status' },
] as const

const ofOrganization = [{ value: 'merchant_id', label: 'Merchant' }] as const

const GROUP_METRICS = [
  'payment_count',
  'payment_success_rate',
  'payment_success_count',
  'payment_failed_count',
  'payment_processed_amount',
] as const

interface GroupsProps {
  view: View
  by: string | undefined
  choose: (dimension: string) => void
}

export function Groups({ view, by, choose }: GroupsProps) {
  const known = view.scope.name === 'org' ? [...dimensions, ...ofOrganization] : dimensions
  const dimension = known.find(({ value }) => value === by)?.value ?? 'payment_method_type'
  const both = useBoth('payments', view, { metrics: GROUP_METRICS, groups: [dimension] })
  const groupName = useNames(dimension)
  return (
    <Loaded query={both} waiting={<LoadingCard height={280} />}>
      {([now, before]) => {
        const rows = now.rows
          .filter((row) => metricValue(row, 'payment_count') > 0)
          .toSorted((a, b) => metricValue(b, 'payment_count') - metricValue(a, 'payment_count'))
        const earlier = new Map(before.rows.map((row) => [dimensionValue(row, dimension), row]))
        const columns = groupColumns(dimension, groupName, earlier, view.currency)
        return (
          <Card
            title="Payments by group"
            aside={
              <>
                <Select
                  aria-label="Group by"
                  size="xs"
                  w={144}
                  classNames={choiceStyles}
                  data={[...known]}
                  value={dimension}
                  allowDeselect={false}
                  onChange={(value) => value && choose(value)}
                />
                <SaveFigures
                  name={`by-${dimension}-${view.currency}`}
                  columns={columns}
                  rows={rows}
                />
              </>
            }
          >
            <div className={`${styles.section} ${styles.even}`} aria-busy={both.isPlaceholderData}>
              <Bars
                empty="No payments in this period."
                bars={rows.map((row) => {
                  const rate = successRate(row)
                  return {
                    key: dimensionValue(row, dimension) ?? '',
                    name: groupName(dimensionValue(row, dimension)),
                    share: rate ?? 0,
                    text: percent(rate),
                  }
                })}
              />
              <div className={styles.rows}>
                <Figures
                  caption="Payments by group"
                  columns={columns}
                  rows={rows}
                  keyOf={(row) => dimensionValue(row, dimension) ?? ''}
                />
              </div>
            </div>
          </Card>
        )
      }}
    </Loaded>
  )
}

function useNames(dimension: string): (value: string | null) => string {
  const profiles = useProfiles()
  const { merchants } = useUser()
  const accountName = useAccountName()
  return (value) => {
    if (dimension === 'connector_id' && value !== null) {
      return accountName({ connector: null, connector_id: value }) ?? value
    }
    if (dimension === 'merchant_id') {
      const known = merchants.find(({ merchant_id }) => merchant_id === value)
      return known?.merchant_name ?? value ?? 'Not known'
    }
    if (dimension !== 'profile_id') return valueName(dimension, value)
    const found = profiles.data?.find(({ profile_id }) => profile_id === value)
    return found?.profile_name ?? value ?? 'Not known'
  }
}

function groupColumns(
  dimension: string,
  groupName: (value: string | null) => string,
  earlier: ReadonlyMap<string | null, Row>,
  currency: string,
): readonly FigureColumn<Row>[] {
  const volume = (row: Row | undefined) => metricValue(row, 'payment_processed_amount')
  const before = (row: Row) => earlier.get(dimensionValue(row, dimension))
  return [
    {
      title: 'Group',
      cell: (row) => groupName(dimensionValue(row, dimension)),
      text: (row) => dimensionValue(row, dimension),
    },
    {
      title: 'Payments',
      isNumber: true,
      cell: (row) => wholeNumber(metricValue(row, 'payment_count')),
      text: (row) => metricValue(row, 'payment_count'),
    },
    {
      title: 'Rate',
      isNumber: true,
      cell: (row) => percent(successRate(row)),
      text: (row) => successRate(row),
    },
    {
      title: 'Volume',
      isNumber: true,
      cell: (row) => money(volume(row), currency),
      text: (row) => plainMoney(volume(row), currency),
    },
    {
      title: 'Before',
      isNumber: true,
      cell: (row) => <span className="faint">{money(volume(before(row)), currency)}</span>,
      text: (row) => plainMoney(volume(before(row)), currency),
    },
  ]
}

export function Declines({ view }: { view: View }) {
  const both = useBoth('payments', view, { metrics: ['failure_reasons'] })
  return (
    <Loaded query={both} waiting={<LoadingCard height={280} />}>
      {([now, before]) => {
        const rows = now.rows
          .filter((row) => metricValue(row, 'failure_reasons') > 0)
          .toSorted((a, b) => metricValue(b, 'failure_reasons') - metricValue(a, 'failure_reasons'))
        const earlier = new Map(
          before.rows.map((row) => [dimensionValue(row, 'unified_code'), row]),
        )
        const columns = declineColumns(earlier)
        const most = metricValue(rows[0], 'failure_reasons')
        return (
          <Card
            title="Decline reasons"
            aside={<SaveFigures name={`declines-${view.currency}`} columns={columns} rows={rows} />}
          >
            <div className={`${styles.section} ${styles.even}`} aria-busy={both.isPlaceholderData}>
              <Bars
                isNarrow
                empty="No payment failed in this period."
                bars={rows.map((row) => ({
                  key: dimensionValue(row, 'unified_code') ?? '',
                  name: valueName('unified_code', dimensionValue(row, 'unified_code')),
                  share: metricValue(row, 'failure_reasons') / most,
                  text: wholeNumber(metricValue(row, 'failure_reasons')),
                }))}
              />
              <div className={styles.rows}>
                <Figures
                  caption="Decline reasons"
                  columns={columns}
                  rows={rows}
                  keyOf={(row) => dimensionValue(row, 'unified_code') ?? ''}
                />
              </div>
            </div>
          </Card>
        )
      }}
    </Loaded>
  )
}

function declineColumns(earlier: ReadonlyMap<string | null, Row>): readonly FigureColumn<Row>[] {
  const before = (row: Row) =>
    metricValue(earlier.get(dimensionValue(row, 'unified_code')), 'failure_reasons')
  return [
    {
      title: 'Code',
      cell: (row) => <span className="id">{dimensionValue(row, 'unified_code') ?? '–'}</span>,
      text: (row) => dimensionValue(row, 'unified_code'),
    },
    {
      title: 'Payments',
      isNumber: true,
      cell: (row) => wholeNumber(metricValue(row, 'failure_reasons')),
      text: (row) => metricValue(row, 'failure_reasons'),
    },
    {
      title: 'Before',
      isNumber: true,
      cell: (row) => <span className="faint">{wholeNumber(before(row))}</span>,
      text: before,
    },
  ]
}
