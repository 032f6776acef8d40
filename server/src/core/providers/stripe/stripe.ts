// Stripe as a provider type.
import { DAY_MS } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import { certaintyTable } from '../certainty.ts'
import type { CredentialCheck, Provider } from '../provider.ts'
import type { AccountOptions, ProviderType } from '../provider_type.ts'
import type { CaptureRequest, RefundRequest } from '../request.ts'
import { authorize } from './authorize.ts'
import { notSent, unknown } from './answers.ts'
import { declines } from './declines.ts'
import { closeDispute, queryDispute, submitEvidence } from './disputes.ts'
import { eventTypes, listEvents, verifyCallback } from './events.ts'
import { encodeForm } from './form.ts'
import { objectIn, parseJson, textIn } from './json.ts'
import { listOperations } from './list.ts'
import { amount_steps, currencies, exponents, methods } from './methods.ts'
import {
  capture,
  composeCapture,
  composeRefund,
  query,
  refund,
  revoke,
  voidHold,
} from './modify.ts'
import { API_VERSION, openWire, type Wire } from './wire.ts'

/** Stripe removes idempotency keys after a day at the earliest, and compares the parameters. */
const resend = { remembered_ms: DAY_MS, identical: true } as const

const certainty = certaintyTable(
  DAY_MS,
  { resend, revoke: 'none', query: 'exact' },
  {
    authorize: { resend: null, revoke: 'final', query: 'exact' },
    payout: { resend: null, revoke: 'none', query: 'none' },
    // The submission's id is stored with the dispute.
    answer: {
      resend: { remembered_ms: null, identical: false },
      revoke: 'none',
      query: 'none',
    },
  },
)

const NO_PAYOUTS = "Stripe's payouts go to the merchant's own bank account, not to recipients."

export const stripe: ProviderType = {
  name: 'stripe',
  title: 'Stripe',
  environments: ['sandbox', 'production'],
  methods,
  currencies,
  exponents,
  amount_steps,
  capture_methods: {
    automatic: true,
    manual: true,
    manual_multiple: { needs: 'multicapture' },
  },
  refunds: { full: true, partial: true },
  disputes: { evidence: true, accept: true },
  payouts: { not: NO_PAYOUTS },
  event_feed: true,
  card_entry: ['raw', 'provider_page'],
  certainty,
  declines,
  credentials: [
    {
      name: 'secret_key',
      label: 'Secret key',
      about:
        'Developers → API keys: the secret key, or a restricted key with the listed permissions.',
      pattern: '^(sk|rk)_(test|live)_[A-Za-z0-9]{10,247}$',
      live_pattern: '^(sk|rk)_live_',
      test_pattern: '^(sk|rk)_test_',
    },
  ],
  webhook_secret: {
    label: 'Signing secret',
    about: "The webhook endpoint's signing secret, from its page in Stripe's dashboard.",
    pattern: '^whsec_[A-Za-z0-9+/=_-]{4,200}$',
  },
  settings: [
    {
      name: 'multicapture',
      label: 'Multicapture',
      about:
        'Stripe has enabled multicapture for this account: a hold can be captured several times.',
    },
  ],
  steps: [
    'Create a restricted key with write access to Customers, PaymentIntents, PaymentMethods, SetupIntents, Checkout Sessions, Charges, Disputes and Files, and read access to Events and Balance.',
    'Enter the key. Its prefix must match this deployment: test keys in a sandbox, live keys in production.',
    `Add a webhook endpoint with the URL shown here, API version ${API_VERSION} and the listed events.`,
    "Enter the endpoint's signing secret. While you rotate it, both secrets are valid.",
    'Enable the payment methods that you want to offer in Settings → Payment methods.',
  ],
  webhook_events: eventTypes,
  connect,
}

function connect(account: AccountOptions): Provider {
  const wire = openWire(account)
  const { merchant_id, webhook_secrets, settings } = account
  const multicapture = settings['multicapture'] === true
  return {
    name: 'stripe',
    certainty,
    authorize: (request) => authorize(wire, request, multicapture),
    capture: (request) => capture(wire, request, multicapture),
    void: (request) => voidHold(wire, request),
    refund: (request) => refund(wire, request),
    // The capability table refuses payouts before.
    payout: async () => notSent('not_configured'),
    checkPayout: async () => notSent('not_configured'),
    query: (operation) => query(wire, operation),
    revoke: (operation) => revoke(wire, operation),
    compose: (call, request) => {
      if (call === 'void') return ''
      return call === 'capture'
        ? composeCapture(request as CaptureRequest, multicapture)
        : composeRefund(request as RefundRequest)
    },
    check: () => check(wire, account.test_mode),
    listOperations: (since, cursor) => listOperations(wire, since, cursor),
    submitEvidence: (request) => submitEvidence(wire, request),
    acceptDispute: (request) => closeDispute(wire, request, 'accepted'),
    expireDispute: (request) => closeDispute(wire, request, 'expired'),
    queryDispute: (dispute_id) => queryDispute(wire, dispute_id),
    listEvents: (cursor) => listEvents(wire, cursor, merchant_id),
    verifyCallback: (rawBody, headers) =>
      verifyCallback(webhook_secrets, merchant_id, rawBody, headers),
    isCircuitOpen: () => wire.isCircuitOpen(),
    close: () => wire.close(),
  }
}

/** Stripe's test card, accepted with test keys only. */
const TEST_CARD = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' }

/** Reads the balance, which every useful key may. A test key also shows whether card numbers may be sent. */
async function check(wire: Wire, test_mode: boolean): Promise<CredentialCheck> {
  const reply = await wire.get('/v1/balance', 'balance')
  if (reply.sent !== 'answered') return unknown
  const answer = parseJson(reply.text) ?? {}
  if (reply.status === 401 || reply.status === 403) {
    const message = textIn(objectIn(answer, 'error') ?? {}, 'message')
    return { result: 'invalid', message: message ?? 'Stripe refused the key.' }
  }
  if (reply.status !== 200 || answer['object'] !== 'balance') return unknown
  if (answer['livemode'] === test_mode) {
    const kind = test_mode ? 'test' : 'live'
    return { result: 'invalid', message: `This is not a ${kind} key.` }
  }
  if (!test_mode) return { result: 'valid' }
  const form = encodeForm({ type: 'card', card: TEST_CARD })
  const made = await wire.post('/v1/payment_methods', 'check', form, newId('op'))
  const isRaw = made.sent === 'answered' && made.status === 200
  return { result: 'valid', card_entry: isRaw ? 'raw' : 'provider_page' }
}
