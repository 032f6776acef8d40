// Every resource, in the order in which the documentation shows them. A new one is a folder, a migration and a line here.
import { apiKeys } from '#resources/api_keys/resource.ts'
import { balances } from '#resources/balances/resource.ts'
import { clock } from '#resources/clock/resource.ts'
import { customers } from '#resources/customers/resource.ts'
import { disputes } from '#resources/disputes/resource.ts'
import { events } from '#resources/events/resource.ts'
import { files } from '#resources/files/resource.ts'
import { merchants } from '#resources/merchants/resource.ts'
import { payments } from '#resources/payments/resource.ts'
import { payouts } from '#resources/payouts/resource.ts'
import { profiles } from '#resources/profiles/resource.ts'
import { providerCallbacks } from '#resources/provider_callbacks/resource.ts'
import { refunds } from '#resources/refunds/resource.ts'
import { tokens } from '#resources/tokens/resource.ts'
import { webhooks } from '#resources/webhooks/resource.ts'
import { registryOf } from '#resources/resource.ts'

export const registry = registryOf([
  merchants,
  profiles,
  apiKeys,
  customers,
  payments,
  refunds,
  disputes,
  tokens,
  files,
  payouts,
  balances,
  providerCallbacks,
  clock,
  events,
  webhooks,
])
