import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { daysIn, useDayZone, useMerchantNow } from '../lib/clock.ts'
import type { Search } from '../lib/url.ts'
import type { Filter } from './config.ts'
import type { Exporting } from './export.tsx'
import { presets } from './period.ts'
import { buildQuery } from './query.ts'

/** Bookkeeping goes by the month. */
const MONTHS = ['this_month', 'last_month'] as const

interface ExportMenuProps {
  readonly filters: readonly Filter[]
  readonly values: Search
  readonly isEmpty: boolean
  readonly exporting: Exporting
}

/** A list with a period also exports a month of it, with the other filters. */
export function ExportMenu({ filters, values, isEmpty, exporting }: ExportMenuProps) {
  const time_zone = useDayZone()
  const now = useMerchantNow()
  const start = (search: Search) => exporting.start(buildQuery(search, time_zone, now))
  const look = { variant: 'default', leftSection: <IconDownload size={16} /> } as const
  if (!filters.some(({ kind }) => kind === 'period'))
    return (
      <Button {...look} onClick={() => start(values)} disabled={exporting.isRunning || isEmpty}>
        Export
      </Button>
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button {...look} disabled={exporting.isRunning}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => start(values)} disabled={isEmpty}>
          All that the filters show
        </Menu.Item>
        {MONTHS.map((month) => (
          <Menu.Item key={month} onClick={() => start({ ...values, created: month })}>
            {presets[month]}
          </Menu.Item>
        ))}
        <Menu.Label>{daysIn(time_zone)}. Times in the file are in UTC.</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  )
}
