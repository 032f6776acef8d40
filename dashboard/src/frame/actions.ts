// Actions of Ctrl K besides opening pages.
import { useMay } from '../api/session.ts'
import { useSignOut } from '../api/sign_out.ts'
import { prefer } from '../api/preferences.ts'
import type { Target } from '../lib/url.ts'

export interface Action {
  readonly name: string
  /** Other words that it is looked for by. */
  readonly words: string
  readonly scope?: string
  readonly target?: Target
  /** The dialog that opens on the page. */
  readonly hash?: string
  readonly run?: () => unknown
}

const steps: readonly Action[] = [
  {
    name: 'New payment link',
    words: 'create make a',
    scope: 'payment_links:write',
    target: { to: '/payment-links/new' },
  },
  {
    name: 'New payout',
    words: 'create send pay out',
    scope: 'payouts:write',
    target: { to: '/payouts/new' },
  },
  {
    name: 'New customer',
    words: 'create add',
    scope: 'customers:write',
    target: { to: '/customers' },
    hash: 'new',
  },
  {
    name: 'New subscription',
    words: 'create add',
    scope: 'subscriptions:write',
    target: { to: '/subscriptions/new' },
  },
  {
    name: 'New API key',
    words: 'create add secret',
    scope: 'api_keys:write',
    target: { to: '/api-keys/new' },
  },
  {
    name: 'Invite people',
    words: 'add user member colleague',
    scope: 'users:write',
    target: { to: '/team' },
    hash: 'invite',
  },
  { name: 'Dark theme', words: 'mode night color colour', run: () => prefer({ theme: 'dark' }) },
  { name: 'Light theme', words: 'mode day color colour', run: () => prefer({ theme: 'light' }) },
  {
    name: 'Theme as the system',
    words: 'dark light mode auto',
    run: () => prefer({ theme: 'auto' }),
  },
  { name: 'Your account', words: 'password profile preferences', target: { to: '/account' } },
]

/** The actions that the role allows. */
export function useActions(): readonly Action[] {
  const may = useMay()
  const signOut = useSignOut()
  const allowed = steps.filter(({ scope }) => scope === undefined || may(scope))
  return [...allowed, { name: 'Sign out', words: 'log logout leave', run: signOut }]
}

/** Each word of the text begins a word of the names. */
export function isNamed(text: string, names: string): boolean {
  const known = names.toLowerCase().split(' ')
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  return wanted.every((word) => known.some((name) => name.startsWith(word)))
}
