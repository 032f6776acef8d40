// The sandbox bank as a provider type: it takes every method and every currency.
import { methodTypeNames } from '#core/method_types.ts'
import type { DeclineTable, ProviderType } from '../provider_type.ts'
import { BANK_CERTAINTY, createBank } from './bank.ts'
import { declineTable } from './codes.ts'

const methods = Object.fromEntries(methodTypeNames.map((name) => [name, { as: name }]))

export const bank: ProviderType = {
  name: 'bank',
  title: 'Sandbox bank',
  environments: ['sandbox'],
  methods: methods as ProviderType['methods'],
  exponents: {},
  capture_methods: { automatic: true, manual: true, manual_multiple: true },
  refunds: { full: true, partial: true },
  disputes: { evidence: true, accept: true },
  payouts: true,
  event_feed: { not: 'The deployment reads the events of its bank for all accounts.' },
  card_entry: ['raw'],
  certainty: BANK_CERTAINTY,
  declines: declineTable satisfies DeclineTable,
  credentials: [
    {
      name: 'key',
      label: 'Key',
      about: 'The key of the sandbox bank: `FLORIN_BANK_KEY`.',
      pattern: '^[\\x21-\\x7e]{8,256}$',
    },
  ],
  settings: [],
  steps: ['Copy the key of the sandbox bank from the settings of this deployment.'],
  webhook_events: [],
  connect: ({ credentials, webhook_secrets, urls, timeout_ms, log }) =>
    createBank({
      url: urls['bank'] ?? '',
      key: credentials['key'] ?? '',
      callback_secret: webhook_secrets[0] ?? '',
      ...(timeout_ms === undefined ? {} : { timeout_ms }),
      log,
    }),
}
