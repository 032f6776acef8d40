import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Profile } from '../api/profiles.ts'
import { useMay } from '../api/session.ts'
import { Moment } from '../lib/dates.tsx'
import { Card, Details } from '../lib/details.tsx'
import { eventsText } from '../webhooks/chosen.ts'
import styles from './settings.module.css'

/** The sections of a profile's settings by their place in the URL. */
const sections = {
  general: 'General',
  payments: 'Payments',
  webhooks: 'Webhooks',
  pages: 'Payment pages',
  wallets: 'Wallets',
  risk: 'Risk rules',
  testing: 'Card testing',
  subscriptions: 'Subscriptions that cannot be collected',
  money: 'Refunds and payouts',
  metadata: 'Metadata',
} as const

/** Beside the page, or above it where there is no room. */
export function Jumps() {
  return (
    <nav className={styles.jumps} aria-label="Sections">
      {Object.entries(sections).map(([id, title]) => (
        <Link key={id} to="." hash={id} replace activeProps={{}}>
          {title}
        </Link>
      ))}
    </nav>
  )
}

interface SectionProps {
  id: keyof typeof sections
  about?: string
  children: ReactNode
}

export function Section({ id, about, children }: SectionProps) {
  return (
    <div id={id} className={styles.section}>
      <Card title={sections[id]}>
        <div className={styles.body}>
          {about !== undefined && <p className={styles.about}>{about}</p>}
          {children}
        </div>
      </Card>
    </div>
  )
}

export function Webhooks({ profile }: { profile: Profile }) {
  const isAllowed = useMay()('webhooks:read')
  const { webhook_url, secret_last_rotated_at } = profile.webhook_details
  return (
    <div id="webhooks" className={styles.section}>
      <Card
        title={sections.webhooks}
        aside={isAllowed && <Link to="/webhooks">Open webhooks</Link>}
      >
        <Details
          rows={[
            ['URL', webhook_url ?? <span className="faint">None: no events are sent</span>],
            ['Events', eventsText(profile.webhook_details)],
            ['Secret rotated', <Moment key="at" at={secret_last_rotated_at} />],
          ]}
        />
      </Card>
    </div>
  )
}
