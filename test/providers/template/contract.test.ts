import { createLog } from '#kernel/log.ts'
import { template } from '#core/providers/template/template.ts'
import type { CardInstrument } from '#core/providers/request.ts'
import type { Subject } from '#testing/provider_contract/bench.ts'
import { providerContract } from '#testing/provider_contract/contract.ts'
import { API_KEY, type Fault, startTemplate, WEBHOOK_SECRET } from './server.ts'

function card(number: string): CardInstrument {
  return { type: 'card', number, exp_month: 12, exp_year: 2040, cvc: '123' }
}

providerContract('template', async (): Promise<Subject> => {
  const server = await startTemplate()
  const account = {
    merchant_id: 'm_contract',
    connector_id: 'con_1',
    credentials: { api_key: API_KEY },
    webhook_secrets: [WEBHOOK_SECRET],
    settings: {},
    card_entry: 'raw',
    test_mode: true,
    urls: { template: server.url },
    log: createLog('silent'),
  } as const
  return {
    connect: (timeout_ms = 60_000) => template.connect({ ...account, timeout_ms }),
    approve: card('4242424242424242'),
    declines: [
      [card('4000000000000002'), 'UE_1007'],
      [card('4000000000009995'), 'UE_1001'],
      [card('4000000000000119'), 'UE_9000'],
    ],
    pending: { type: 'bank_transfer', method_type: 'sepa', data: {} },
    faults: {
      lost_before: 'reset_before',
      lost_after: 'reset_after',
      error_before: 'error_before',
      error_after: 'error_after',
      silence: 'timeout',
      maintenance: 'maintenance',
    },
    arm: async (fault, call) => server.arm(fault as Fault, call === 'prepare' ? 'authorize' : call),
    event_feed: false,
    deliverTo: (url) => {
      server.webhook_url = url
    },
    settle: (operation_id, outcome) =>
      server.settle(operation_id, outcome === 'approved' ? 'approved' : 'declined'),
    effects: async (operation_id) => server.effects(operation_id),
    kill: () => server.stop(),
    stop: () => server.stop(),
  }
})
