import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Moment } from './dates.tsx'
import { type Detail, Details } from './details.tsx'
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
  /** After the title, as a pill. */
  readonly status?: ReactNode
  /** Names and values that can be compared with those of other steps. */
  readonly facts?: readonly Detail[]
  readonly at: string
}

/** Newest first. */
export function Timeline({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={styles.list}>
      {steps.map(({ key, tone, title, target, about, status, facts, at }) => (
        <li key={key}>
          <span className={styles.dot} data-tone={tone} aria-hidden />
          <div>
            <b>{target === undefined ? title : <Link {...target}>{title}</Link>}</b> {status}
            {about !== undefined && <p>{about}</p>}
          </div>
          <Moment at={at} isExact />
          {facts && (
            <div className={styles.facts}>
              <Details rows={facts} />
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}
