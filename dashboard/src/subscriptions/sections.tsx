import { Link } from '@tanstack/react-router'
import styles from './sections.module.css'

const sections = [
  { to: '/subscriptions', name: 'Subscriptions' },
  { to: '/plans', name: 'Plans' },
  { to: '/coupons', name: 'Coupons' },
]

/** Between the lists that belong together. */
export function Sections() {
  return (
    <nav className={styles.sections} aria-label="Subscriptions, plans and coupons">
      {sections.map(({ to, name }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{ className: styles.on ?? '' }}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
