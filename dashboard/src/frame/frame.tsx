import '../styles/forms.css'
import '../styles/frame.css'
import { Burger, Drawer } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useIsSandbox } from '../api/environment.ts'
import { useIsSignInNeeded } from '../api/recent.ts'
import { userQuery } from '../api/session.ts'
import { useAheadMs, useMerchantNow } from '../lib/clock.ts'
import { At } from '../lib/days.tsx'
import { Announcements } from './announcements.tsx'
import styles from './frame.module.css'
import { Help } from './help.tsx'
import { Menu } from './menu.tsx'
import { Navigation } from './navigation.tsx'
import { FindButton, Palette } from './palette.tsx'
import { Waiting } from './waiting.tsx'

const Shortcuts = lazy(async () => ({ default: (await import('./shortcuts.tsx')).Shortcuts }))
const SignInAgain = lazy(async () => ({
  default: (await import('../sign_in/sign_in_again.tsx')).SignInAgain,
}))

/** Around every page: navigation, search, and who works for whom. Only for a person who has signed in. */
export function Frame() {
  const { data: user } = useQuery(userQuery)
  const { pathname } = useLocation()
  const router = useRouter()
  const [isMenuOpen, menu] = useDisclosure(false)
  const [isFinding, finding] = useDisclosure(false)
  const isSignInNeeded = useIsSignInNeeded()
  useHotkeys([['mod+K', finding.toggle]], [])
  const [isHelping, helping] = useDisclosure(false)
  // Some layouts have the character without the shift key.
  useHotkeys([
    ['shift+?', helping.open],
    ['?', helping.open],
  ])
  useEffect(menu.close, [pathname, menu.close])
  // The session has ended while the page was open: the route then leads to the sign-in page, and from there back here.
  useEffect(() => {
    if (user === null) void router.invalidate()
  }, [user, router])
  if (!user) return <Waiting />
  return (
    <div className={styles.app}>
      <a href="#content" className={styles.skip}>
        Skip to the content
      </a>
      <aside className={styles.side}>
        <Navigation />
      </aside>
      <Drawer opened={isMenuOpen} onClose={menu.close} title="Menu" size={264} hiddenFrom="md">
        <Navigation />
      </Drawer>
      <div className={styles.main}>
        <header className={styles.top}>
          <Burger
            className={styles.burger}
            size="sm"
            opened={isMenuOpen}
            onClick={menu.toggle}
            aria-label="Open the menu"
          />
          <FindButton onClick={finding.open} />
          <div className={styles.right}>
            <TestMode />
            <Help showShortcuts={helping.open} />
            <Menu />
          </div>
        </header>
        <main id="content" tabIndex={-1} className={styles.content}>
          <Suspense fallback={<Waiting />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <Palette isOpen={isFinding} close={finding.close} />
      <Suspense>{isHelping && <Shortcuts close={helping.close} />}</Suspense>
      <Announcements />
      {isSignInNeeded && (
        <Suspense>
          <SignInAgain user={user} />
        </Suspense>
      )}
    </div>
  )
}

/** Sandbox keys and objects never touch real money. A moved clock is named, because all dates on the page follow it. */
function TestMode() {
  const isSandbox = useIsSandbox()
  const ahead_ms = useAheadMs() ?? 0
  const now = useMerchantNow()
  if (isSandbox !== true) return null
  if (ahead_ms < MOVED_MS || now === undefined) return <span className="pill warn">Test mode</span>
  return (
    <Link to="/test-cards" className="pill warn" title="The sandbox clock was moved forward">
      Test mode
      <span className={styles.clock}>
        , clock at <At at={now.toISOString()} />
      </span>
    </Link>
  )
}

const MOVED_MS = 60_000
