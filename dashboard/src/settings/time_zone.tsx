import { Button, Select } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { post } from '../api/change.ts'
import { useMay } from '../api/session.ts'
import { Action } from '../lib/action.tsx'
import { useDayZone, useNow } from '../lib/clock.ts'
import { usePreferences } from '../lib/preferences.ts'
import { zonesWith } from '../lib/fields.tsx'
import styles from './settings.module.css'

/** The merchant's zone, and its change for roles that may. */
export function TimeZone({ merchant_id }: { merchant_id: string }) {
  const time_zone = useDayZone()
  const may = useMay()
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      {time_zone}, now <LocalTime time_zone={time_zone} />{' '}
      {may('profiles:write') && (
        <Button variant="subtle" size="compact-sm" my={-3} onClick={open}>
          Change the time zone
        </Button>
      )}
      {isOpen && <ChangeZone merchant_id={merchant_id} time_zone={time_zone} close={close} />}
    </>
  )
}

interface ChangeProps {
  merchant_id: string
  time_zone: string
  close: () => void
}

function ChangeZone({ merchant_id, time_zone: current, close }: ChangeProps) {
  const [time_zone, choose] = useState(current)
  const params = { path: { merchant_id } }
  return (
    <Action
      title="Change the time zone"
      verb="Save the time zone"
      isReady={time_zone !== current}
      close={close}
      run={post('/account/{merchant_id}/settings', { params, body: { time_zone } })}
      done={(saved) => `Days are in ${saved.time_zone}.`}
    >
      <p className={styles.about}>
        Days, weeks and months in analytics, filters and exports begin at midnight in this zone, for
        everyone at this merchant and for past figures too. Times are shown in each person's own
        zone.
      </p>
      <Select
        label="Time zone"
        description={
          <>
            It is now <LocalTime time_zone={time_zone} /> there.
          </>
        }
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data={zonesWith(current)}
        value={time_zone}
        searchable
        limit={100}
        nothingFoundMessage="No such zone. Search for a large city nearby."
        allowDeselect={false}
        onChange={(value) => value && choose(value)}
        data-autofocus
      />
    </Action>
  )
}

function LocalTime({ time_zone }: { time_zone: string }) {
  const { locale } = usePreferences()
  const now = useNow()
  if (now === undefined) return null
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: time_zone,
  })
  return <span className="num">{format.format(now)}</span>
}
