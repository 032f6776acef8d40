// For each rule the smallest system in which it is needed, and what goes wrong without it. The first two matter only for
// providers that can neither be asked again nor revoke: elsewhere a late request is refused or acts once.
import type { RuleName } from './rules.ts'
import { type Fault, limited, type ProviderName, type Scenario } from './scenarios.ts'

interface Need {
  readonly scenario: Scenario
  readonly provider: ProviderName
  readonly leads_to: 'double charge' | 'loss' | 'false claim' | 'stuck'
}

function only(scenario: Scenario, ...faults: Fault[]): Scenario {
  return { ...scenario, faults: new Set(faults) }
}

const calm = { faults: 0, events: 0, retries: 0 }

export const needs: Readonly<Record<RuleName, Need>> = {
  send_deadline: {
    scenario: limited('charge', calm),
    provider: 'neither',
    leads_to: 'double charge',
  },
  database_clock: {
    scenario: limited('charge', calm),
    provider: 'neither',
    leads_to: 'double charge',
  },
  never_seen_is_no_proof: {
    scenario: limited('charge', calm),
    provider: 'revoke',
    leads_to: 'double charge',
  },
  acknowledged_is_known: {
    scenario: only(limited('charge', { ...calm, faults: 2 }), 'lagging query'),
    provider: 'neither',
    leads_to: 'double charge',
  },
  not_sent_by_first_sender: {
    scenario: limited('hold', { ...calm, requests: 2 }),
    provider: 'both',
    leads_to: 'false claim',
  },
  late_outcomes_count: {
    scenario: limited('charge', calm),
    provider: 'unreliable',
    leads_to: 'loss',
  },
  amounts_are_heard: {
    scenario: limited('charge', calm),
    provider: 'both',
    leads_to: 'false claim',
  },
  in_flight_after_record: {
    scenario: only(limited('charge', { ...calm, faults: 1 }), 'failed commit'),
    provider: 'both',
    leads_to: 'false claim',
  },
}
