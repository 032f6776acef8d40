// The lines in an invoice or an estimate, and their sums.
import type { ReactNode } from 'react'
import styles from './lines.module.css'
import { money } from './money.ts'

export interface MoneyLine {
  readonly key: string
  readonly name: ReactNode
  readonly about?: ReactNode
  readonly amount: number
}

interface LinesProps {
  readonly lines: readonly MoneyLine[]
  readonly sums: readonly MoneyLine[]
  readonly currency: string
  /** Amounts that depend on the moment are marked as such. */
  readonly isAbout?: boolean
}

export function Lines({ lines, sums, currency, isAbout = false }: LinesProps) {
  const last = sums.length - 1
  return (
    <dl className={styles.lines}>
      {lines.map((line) => (
        <Line key={line.key} line={line} currency={currency} />
      ))}
      {sums.map((line, n) => (
        <Line
          key={line.key}
          line={line}
          currency={currency}
          kind={n === last ? 'total' : 'sum'}
          prefix={isAbout && n === last ? 'about ' : ''}
        />
      ))}
    </dl>
  )
}

interface LineProps {
  line: MoneyLine
  currency: string
  kind?: 'line' | 'sum' | 'total'
  prefix?: string
}

function Line({ line: { name, about, amount }, currency, kind = 'line', prefix = '' }: LineProps) {
  return (
    <div data-kind={kind}>
      <dt>
        {name}
        {about !== undefined && <small>{about}</small>}
      </dt>
      <dd className="num">
        {prefix}
        {money(amount, currency)}
      </dd>
    </div>
  )
}
