import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Moment } from './dates.tsx'
import type { Tone } from './status.tsx'
import styles from './timeline.module.css'
import type { Target } from './url.ts'

export interface Step {
  readonly key: string
  readonly tone: Tone
  readonly title: string
  /** The page about the step's object. */
  readonly target?: Target
  readonly about?: ReactNode
  readonly at: string
}

/** Newest first. */
export function Timeline({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={styles.list}>
      {steps.map(({ key, tone, title, target, about, at }) => (
        <li key={key}>
          <span className={styles.dot} data-tone={tone} aria-hidden />
          <div>
            <b>{target === undefined ? title : <Link {...target}>{title}</Link>}</b>
            {about !== undefined && <p>{about}</p>}
          </div>
          <Moment at={at} />
        </li>
      ))}
    </ol>
  )
}
