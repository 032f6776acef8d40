import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Profile } from '../api/profiles.ts'
import { useMay } from '../api/session.ts'
import { Moment } from '../lib/dates.tsx'
import { Card, Details } from '../lib/details.tsx'
import styles from './settings.module.css'

interface SectionProps {
  title: string
  about?: string
  children: ReactNode
}

export function Section({ title, about, children }: SectionProps) {
  return (
    <Card title={title}>
      <div className={styles.body}>
        {about !== undefined && <p className={styles.about}>{about}</p>}
        {children}
      </div>
    </Card>
  )
}

export function Webhooks({ profile }: { profile: Profile }) {
  const isAllowed = useMay()('webhooks:read')
  const { webhook_url, enabled_events, secret_last_rotated_at } = profile.webhook_details
  return (
    <Card title="Webhooks" aside={isAllowed && <Link to="/webhooks">Open webhooks</Link>}>
      <Details
        rows={[
          ['Endpoint', webhook_url ?? <span className="faint">None: no events are sent</span>],
          ['Events', enabled_events.length === 0 ? 'All' : enabled_events.join(', ')],
          ['Secret rotated', <Moment key="at" at={secret_last_rotated_at} />],
        ]}
      />
    </Card>
  )
}
