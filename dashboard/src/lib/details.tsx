import { Fragment, type ReactNode, useId } from 'react'
import styles from './details.module.css'

export type Detail = readonly [name: string, value: ReactNode]

const ADDRESS = /^[^\s@]+@[^\s@]+$/

/** An e-mail address that needs two lines breaks before its @, then after a dot, and not within a word. */
export function breakable(value: ReactNode): ReactNode {
  if (typeof value !== 'string' || !ADDRESS.test(value)) return value
  return value.split(/(?=@)/).map((side) => (
    <span key={side} className={styles.side}>
      {side.split(/(?<=[.+_-])/).map((part, n) => (
        <Fragment key={`${n} ${part}`}>
          {n > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  ))
}

/** Names and values, without those that have no value. */
export function Details({ rows }: { rows: readonly Detail[] }) {
  return (
    <dl className={styles.list}>
      {rows
        .filter(
          ([, value]) => value !== null && value !== undefined && value !== false && value !== '',
        )
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{breakable(value)}</dd>
          </div>
        ))}
    </dl>
  )
}

/** The few facts that decide what to do next. */
export function Facts({ rows }: { rows: readonly Detail[] }) {
  return (
    <dl className={`card ${styles.facts}`}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{breakable(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Card({
  title,
  aside,
  children,
}: {
  title: string
  aside?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={`card ${styles.card}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}

export function Columns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div>{main}</div>
      <aside>{side}</aside>
    </div>
  )
}
