import {
  IconArrowBackUp,
  IconBook,
  IconBuildingBank,
  IconChartBar,
  IconCreditCard,
  IconExternalLink,
  IconFileInvoice,
  IconGavel,
  IconHistory,
  IconHome,
  IconKey,
  IconLink,
  IconListDetails,
  IconRefresh,
  IconScale,
  IconSettings,
  IconTestPipe,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react'
import { VisuallyHidden } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useUser } from '../api/session.ts'
import coin from '../coin.svg'
import { type Counter, useCounters } from './counters.ts'
import styles from './navigation.module.css'
import type { PageRow } from './pages.ts'
import { useSeenPages } from './seen_pages.ts'
import { Switcher } from './switcher.tsx'

const icons: Readonly<Record<string, typeof IconHome>> = {
  Home: IconHome,
  Payments: IconCreditCard,
  Refunds: IconArrowBackUp,
  Disputes: IconGavel,
  Payouts: IconBuildingBank,
  Customers: IconUsers,
  'Payment links': IconLink,
  Subscriptions: IconRefresh,
  Invoices: IconFileInvoice,
  Analytics: IconChartBar,
  Balances: IconScale,
  'API keys': IconKey,
  Webhooks: IconWebhook,
  Logs: IconListDetails,
  'Test cards': IconTestPipe,
  'API reference': IconBook,
  Team: IconUsersGroup,
  'Audit trail': IconHistory,
  Settings: IconSettings,
}

export function Navigation() {
  const user = useUser()
  const { groups } = useSeenPages()
  const counters = useCounters()
  return (
    <nav className={styles.nav} aria-label="Main">
      <div className={styles.who}>
        <img src={coin} alt="" width={28} height={28} />
        <Switcher user={user} />
      </div>
      {groups.map(({ title, pages }) => (
        <section key={title ?? ''}>
          {title !== undefined && <h2>{title}</h2>}
          <ul>
            {pages.map((page) => (
              <li key={page.name}>
                <Entry page={page} counter={counters.get(page.to ?? '')} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

interface EntryProps {
  page: PageRow
  counter: Counter | undefined
}

function Entry({ page: { name, to, href, also }, counter }: EntryProps) {
  const { pathname } = useLocation()
  const Icon = icons[name] ?? IconHome
  const isBelow = also?.some((path) => pathname.startsWith(path)) ?? false
  if (href !== undefined) {
    return (
      <a href={href} target="_blank" rel="noopener">
        <Icon size={18} stroke={1.75} aria-hidden />
        {name}
        <IconExternalLink
          size={14}
          stroke={1.75}
          className={styles.external}
          aria-label="(opens in a new tab)"
        />
      </a>
    )
  }
  return (
    <Link
      to={to}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      activeProps={{ className: styles.on ?? '' }}
      className={isBelow ? styles.on : undefined}
      title={counter && `${counter.figure} ${counter.words}`}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
      {`${name} `}
      {counter && (
        <span className={`${styles.count} num`}>
          {counter.figure}
          <VisuallyHidden component="span"> {counter.words}</VisuallyHidden>
        </span>
      )}
    </Link>
  )
}
