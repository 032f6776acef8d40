import type { Change } from './format.ts'
import styles from './change.module.css'

interface ChangedProps {
  change: Change | undefined
  /** Which direction is good news; without it the change has no colour. */
  good?: 'up' | 'down'
  before: string
}

/** The difference to the period before, with that period's figure. */
export function Changed({ change, good, before }: ChangedProps) {
  const isGood = change !== undefined && change.direction === good
  const isBad = good !== undefined && change !== undefined && change.direction !== 'same' && !isGood
  return (
    <span className={`num ${styles.change}`}>
      {change === undefined ? null : (
        <b data-tone={isGood ? 'ok' : isBad ? 'bad' : 'mute'}>
          <bdi>{change.text}</bdi>
        </b>
      )}{' '}
      <bdi className="faint">before: {before}</bdi>
    </span>
  )
}
