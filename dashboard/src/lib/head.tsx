import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Id } from './copy.tsx'
import styles from './head.module.css'
import { money } from './money.ts'
import type { Tone } from './status.tsx'
import type { Target } from './url.ts'

interface HeadProps {
  /** The list that the object belongs to. */
  readonly list: Target & { readonly name: string }
  readonly id: string
  readonly title: ReactNode
  readonly status?: ReactNode
  readonly actions?: ReactNode
}

/** The top of a detail page: breadcrumb, title and actions. */
export function Head({ list, id, title, status, actions }: HeadProps) {
  return (
    <>
      <Crumb list={list} id={id} />
      <div className={styles.head}>
        <h1>{title}</h1>
        {status}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </>
  )
}

export function Crumb({ list, id }: Pick<HeadProps, 'list' | 'id'>) {
  return (
    <p className={styles.crumb}>
      <Link {...list}>{list.name}</Link> / <Id>{id}</Id>
    </p>
  )
}

/** The amount as a page title. */
export function Amount({ amount, currency }: { amount: number; currency: string }) {
  const text = money(amount, currency)
  return (
    <>
      <span className="num">{text}</span>{' '}
      {/* A currency without a symbol, such as CHF, is named by its code already. */}
      {!text.includes(currency) && <small>{currency}</small>}
    </>
  )
}

/** Under the head: something that needs attention, and what to do next. */
export function Note({
  tone,
  title,
  children,
}: {
  tone: Tone
  title: ReactNode
  children?: ReactNode
}) {
  return (
    <section className={styles.note} data-tone={tone} role="note">
      <b>{title}</b>
      {children}
    </section>
  )
}
