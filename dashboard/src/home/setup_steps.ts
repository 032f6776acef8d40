// The steps from a new merchant to live payments. Each is checked on the merchant's own data.
import { unwrapAnswer, api } from '../api/client.ts'
import type { Profile } from '../api/profiles.ts'
import type { User } from '../api/session.ts'
import type { Target } from '../lib/url.ts'

interface At {
  readonly user: User
  readonly profiles: readonly Profile[]
}

export interface SetupStep {
  readonly name: string
  readonly title: string
  readonly about: string
  /** A user who may not do it does not see it. */
  readonly scope?: string
  readonly isProductionOnly?: true
  target: (at: At) => Target
  /** The dialog that opens on the page. */
  readonly hash?: string
  isDone: (at: At) => boolean | Promise<boolean>
}

export const setupSteps: readonly SetupStep[] = [
  {
    name: 'brand',
    title: 'Show your brand',
    about: 'A logo or a color for payment pages and invoices',
    scope: 'profiles:write',
    target: ({ profiles }) => {
      const usual = profiles.find(({ is_default }) => is_default) ?? profiles[0]
      return usual === undefined
        ? { to: '/settings' }
        : { to: '/settings/$id', params: { id: usual.profile_id } }
    },
    hash: 'pages',
    isDone: ({ profiles }) =>
      profiles.some(({ payment_link_config: pages }) => pages?.logo || pages?.theme),
  },
  {
    name: 'webhook',
    title: 'Receive webhooks',
    about: 'The URL where your server learns of payments, refunds and disputes',
    scope: 'profiles:write',
    target: () => ({ to: '/webhooks' }),
    isDone: ({ profiles }) =>
      profiles.some(({ webhook_details }) => webhook_details.webhook_url !== null),
  },
  {
    name: 'payment',
    title: 'Take a first payment',
    about: 'With a payment link, or with your own request',
    scope: 'payment_links:write',
    target: () => ({ to: '/payment-links/new' }),
    isDone: async () => {
      const query = { status: 'succeeded', limit: 1 }
      const { data } = await unwrapAnswer(api.GET('/payments/list', { params: { query } }))
      return data.length > 0
    },
  },
  {
    name: 'second factor',
    title: 'Turn on your second factor',
    about: 'A stolen password alone then opens nothing',
    target: () => ({ to: '/account' }),
    isDone: ({ user }) => user.two_factor_enabled,
  },
  {
    name: 'colleague',
    title: 'Invite a colleague',
    about: 'Somebody who can help if you lose your access',
    scope: 'users:write',
    target: () => ({ to: '/team' }),
    hash: 'invite',
    isDone: async () => {
      const query = { limit: 2 }
      const users = await unwrapAnswer(api.GET('/user/user/list', { params: { query } }))
      return users.length > 1
    },
  },
  {
    name: 'live key',
    title: 'Call the API with a live key',
    about: 'Done once a secret key has been used',
    scope: 'api_keys:write',
    isProductionOnly: true,
    target: () => ({ to: '/api-keys' }),
    isDone: async ({ user }) => {
      const params = { path: { merchant_id: user.merchant_id ?? '' }, query: { limit: 100 } }
      const keys = await unwrapAnswer(api.GET('/api_keys/{merchant_id}/list', { params }))
      return keys.some(({ type, last_used_at }) => type === 'secret' && last_used_at !== null)
    },
  },
]
