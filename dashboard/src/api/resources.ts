// The resources that queries read, and those that a request changes. The key of every query begins with its resource.
import type { paths } from './generated/schema.ts'

export type Resource =
  | 'analytics'
  | 'api_keys'
  | 'attention'
  | 'audit'
  | 'balances'
  | 'clock'
  | 'connectors'
  | 'coupons'
  | 'customers'
  | 'disputes'
  | 'environment'
  | 'events'
  | 'files'
  | 'find'
  | 'invoices'
  | 'notes'
  | 'passkeys'
  | 'payment_links'
  | 'payment_methods'
  | 'payments'
  | 'payouts'
  | 'plans'
  | 'profiles'
  | 'refunds'
  | 'requests'
  | 'roles'
  | 'routing'
  | 'sessions'
  | 'sign_in_methods'
  | 'subscriptions'
  | 'team'
  | 'transfers'
  | 'two_factor'
  | 'user'
  | 'views'

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: readonly [Resource, ...unknown[]]
  }
}

type FirstSegment<Path> = Path extends `/${infer First}/${string}`
  ? First
  : Path extends `/${infer First}`
    ? First
    : never

/** Any change is recorded in the audit trail and may emit events or need attention. */
const ALWAYS: readonly Resource[] = ['audit', 'events', 'attention', 'find']
/** Follow from every movement of money. */
const FIGURES: readonly Resource[] = ['balances', 'transfers', 'analytics']
const PEOPLE: readonly Resource[] = ['user', 'sessions', 'passkeys', 'team', 'roles']

/** The resources that a request below a path changes, by the first segment of the path. Any other changes everything. */
const changes: Readonly<Partial<Record<FirstSegment<keyof paths>, readonly Resource[]>>> = {
  payments: [
    'notes',
    'payments',
    'refunds',
    'disputes',
    'customers',
    'payment_methods',
    'payment_links',
    'subscriptions',
    'invoices',
    ...FIGURES,
  ],
  refunds: ['refunds', 'payments', 'customers', 'subscriptions', 'invoices', ...FIGURES],
  disputes: ['notes', 'disputes', 'files', 'payments', 'subscriptions', 'invoices', ...FIGURES],
  files: ['files', 'disputes'],
  payouts: ['payouts', 'customers', 'payment_methods', ...FIGURES],
  customers: [
    'views',
    'notes',
    'customers',
    'payment_methods',
    'payments',
    'refunds',
    'disputes',
    'files',
    'payouts',
    'payment_links',
    'subscriptions',
    'invoices',
    ...FIGURES,
  ],
  payment_methods: ['payment_methods', 'customers', 'subscriptions'],
  payment_link: ['payment_links', 'payments', 'customers'],
  subscriptions: [
    'subscriptions',
    'invoices',
    'plans',
    'coupons',
    'payments',
    'refunds',
    'customers',
    'payment_methods',
    ...FIGURES,
  ],
  invoices: ['invoices', 'subscriptions', 'payments', 'refunds', 'customers', ...FIGURES],
  events: ['events'],
  views: ['views'],
  api_keys: ['api_keys'],
  user: PEOPLE,
}

/** Undefined is all of them. */
type Changed = ReadonlySet<Resource> | undefined

let noted: Changed = new Set()

/** Remembers what a request may change, whatever its outcome: another user may have changed the object as well. */
export function noteChange(path: string): void {
  const [, first = ''] = path.split('/')
  const changed = Object.hasOwn(changes, first) && changes[first as keyof typeof changes]
  noted = changed && noted ? new Set([...noted, ...changed, ...ALWAYS]) : undefined
}

/** The resources noted since the last call. */
export function takeChanged(): Changed {
  const changed = noted
  noted = new Set()
  return changed
}
