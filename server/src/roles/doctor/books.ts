// All invariants over all merchants, in one pass over bounded pages.
import type { Services } from '#kernel/context.ts'
import { type Invariants, invariantNames } from '#core/invariants/invariants.ts'
import type { PaymentRecord, RefundRecord } from '#core/invariants/record.ts'
import type { Moment, OperationRow } from '#core/operations/operation.ts'
import { overdueSecrets } from '#core/vault/delete_expired.ts'
import { registry } from '#resources/resources.ts'
import { type ChainHead, type Chains, checkChain } from './audit.ts'
import { type BankLog, describe } from './bank_log.ts'
import { findCardNumbers } from './card_numbers.ts'
import { comparePayout, compareWithBank } from './compare.ts'
import { unbackedCredit, waitingChange } from './decisions.ts'
import { undeliveredEvents } from './deliveries.ts'
import { ledgerViolations } from './ledger.ts'
import { eachPayoutPage, wrongTransit } from './payouts.ts'
import { eachMerchant, eachPage, subjects } from './record.ts'
import {
  eachSubscriptionPage,
  wrongCredit,
  wrongCreditAccount,
  wrongNumbers,
} from './subscriptions.ts'
import { foreignOwners, orphanOperations, orphanFinder } from './store.ts'

export interface Violation {
  merchant_id: string | null
  /** The payment, payout or subscription. */
  object_id: string | null
  message: string
}

export interface Finding {
  /** The invariant's number. */
  invariant: string
  name: string
  /** Number of violations; only the first are listed. */
  count: number
  violations: Violation[]
}

/** Open decisions for people, which are not violations. */
export interface Decisions {
  count: number
  /** The first few. */
  listed: Violation[]
}

export interface Books {
  merchants: number
  payments: number
  payouts: number
  subscriptions: number
  findings: Finding[]
  decisions: Decisions
  /** Each audit trail's newest seal. */
  chains: Chains
}

type Parts = Pick<Services, 'db' | 'clock' | 'clocks' | 'keyring'>

const LISTED = 50
const PAGE = 500

/** Without the bank's log the fourth invariant is neither checked nor listed. */
export async function checkBooks(parts: Parts, bank?: BankLog): Promise<Books> {
  const findings = createFindings(bank !== undefined)
  const counted = { merchants: 0, payments: 0, payouts: 0, subscriptions: 0 }
  for await (const merchant_id of eachMerchant(parts.db)) {
    counted.merchants += 1
    for await (const message of ledgerViolations(parts, merchant_id)) {
      findings.add('1', { merchant_id, object_id: null, message })
    }
    for await (const page of eachPage(parts.db, merchant_id)) {
      counted.payments += page.length
      const at = { now: await parts.clocks.now(merchant_id), wall: parts.clock.now() }
      for (const record of page) checkPayment(at, record, bank, findings)
      await checkOwners(parts, merchant_id, page, findings)
    }
    counted.payouts += await checkPayouts(parts, merchant_id, bank, findings)
    counted.subscriptions += await checkSubscriptions(parts, merchant_id, findings)
    await checkOrphans(parts, merchant_id, findings)
    for await (const { event_id, message } of undeliveredEvents(parts, merchant_id)) {
      findings.add('6', { merchant_id, object_id: null, message: `${event_id} ${message}` })
    }
  }
  const chains = await checkChains(parts, findings)
  for (const orphan of bank?.orphans() ?? []) {
    const message = `the bank did ${describe(orphan)} for ${orphan.operation_id}, which we do not know`
    findings.add('4', { merchant_id: null, object_id: null, message })
  }
  for await (const { merchant_id, what } of findCardNumbers(parts.db)) {
    findings.add('11', { merchant_id, object_id: null, message: what })
  }
  for (const { merchant_id, vault_id, expires_at } of await overdueSecrets(parts)) {
    const message = `${vault_id} expired at ${expires_at.toISOString()}; does a worker run?`
    findings.add('12', { merchant_id, object_id: null, message })
  }
  return { ...counted, findings: findings.all, decisions: findings.decisions, chains }
}

async function checkChains(parts: Parts, findings: Findings): Promise<Chains> {
  const chains: ChainHead[] = []
  const check = (merchant_id: string) =>
    checkChain(parts, merchant_id, (message) =>
      findings.add('17', { merchant_id, object_id: null, message }),
    )
  // The deployment has an empty merchant_id.
  chains.push(await check(''))
  for await (const merchant_id of eachMerchant(parts.db)) chains.push(await check(merchant_id))
  return chains
}

interface Findings {
  all: Finding[]
  decisions: Decisions
  add(invariant: string, violation: Violation): void
  /** For people, and no violation. */
  propose(decision: Violation): void
}

function createFindings(hasBank: boolean): Findings {
  const all = Object.entries(invariantNames)
    .filter(([number]) => hasBank || number !== '4')
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([invariant, name]): Finding => ({ invariant, name, count: 0, violations: [] }))
  const decisions: Decisions = { count: 0, listed: [] }
  return {
    all,
    decisions,
    propose(decision) {
      decisions.count += 1
      if (decisions.listed.length < LISTED) decisions.listed.push(decision)
    },
    add(invariant, violation) {
      const finding = all.find((each) => each.invariant === invariant)
      if (finding === undefined) return
      finding.count += 1
      if (finding.violations.length < LISTED) finding.violations.push(violation)
    },
  }
}

/** The checks that the resources declare for such an object, each with its invariant's number. */
function listChecks<Of extends keyof Invariants>(of: Of) {
  type Check = NonNullable<NonNullable<Invariants[Of]>['1']>
  return registry.invariants.flatMap((each) => Object.entries(each[of] ?? {})) as [string, Check][]
}

function checkPayment(
  at: Moment,
  record: PaymentRecord,
  bank: BankLog | undefined,
  findings: Findings,
): void {
  const { merchant_id, payment_id } = record.payment
  const add = adder(findings, merchant_id)
  for (const [invariant, check] of listChecks('payment')) {
    add(invariant, payment_id, check(record, at))
  }
  if (bank) add('4', payment_id, compareWithBank(record, bank))
}

function adder(findings: Findings, merchant_id: string) {
  return (invariant: string, object_id: string | null, messages: readonly string[]): void => {
    for (const message of messages) findings.add(invariant, { merchant_id, object_id, message })
  }
}

async function checkPayouts(
  parts: Parts,
  merchant_id: string,
  bank: BankLog | undefined,
  findings: Findings,
): Promise<number> {
  const { db, clock, clocks } = parts
  let count = 0
  const add = adder(findings, merchant_id)
  for await (const page of eachPayoutPage(db, merchant_id)) {
    const at = { now: await clocks.now(merchant_id), wall: clock.now() }
    for (const record of page) {
      const { payout_id } = record.payout
      for (const [invariant, check] of listChecks('payout')) {
        add(invariant, payout_id, check(record, at))
      }
      if (bank) add('4', payout_id, comparePayout(record.payout, record, bank))
    }
    const foreign = await foreignOwners(
      db,
      merchant_id,
      page.map(({ payout }) => payout),
    )
    add(
      '10',
      null,
      foreign.map((id) => `a payout names ${id} of another merchant`),
    )
    count += page.length
  }
  add('3', null, await wrongTransit(parts, merchant_id))
  return count
}

async function checkSubscriptions(
  parts: Parts,
  merchant_id: string,
  findings: Findings,
): Promise<number> {
  const { db, clock, clocks } = parts
  let count = 0
  const add = adder(findings, merchant_id)
  for await (const page of eachSubscriptionPage(db, merchant_id)) {
    const at = { now: await clocks.now(merchant_id), wall: clock.now() }
    for (const record of page) {
      for (const [invariant, check] of listChecks('subscription')) {
        add(invariant, record.subscription.subscription_id, check(record, at))
      }
      for (const message of waitingChange(record)) {
        findings.propose({ merchant_id, object_id: record.subscription.subscription_id, message })
      }
    }
    const owners = page.map(({ subscription }) => subscription)
    const foreign = await foreignOwners(db, merchant_id, owners)
    const named = foreign.map((id) => `a subscription names ${id} of another merchant`)
    add('10', null, named)
    count += page.length
  }
  add('14', null, await wrongNumbers(db, merchant_id))
  add('15', null, await wrongCredit(db, merchant_id))
  add('22', null, await wrongCreditAccount(parts, merchant_id))
  for await (const { customer_id: object_id, message } of unbackedCredit(db, merchant_id)) {
    findings.propose({ merchant_id, object_id, message })
  }
  return count
}

async function checkOwners(
  { db }: Parts,
  merchant_id: string,
  page: PaymentRecord[],
  findings: Findings,
): Promise<void> {
  const add = adder(findings, merchant_id)
  for (const record of page) {
    add('10', record.payment.payment_id, foreignTo(record, merchant_id))
  }
  const foreign = await foreignOwners(
    db,
    merchant_id,
    page.map(({ payment }) => payment),
  )
  const messages = foreign.map((id) => `a payment names ${id} of another merchant`)
  add('10', null, messages)
}

/** A payment and its refunds name their own calls, and all events their own merchant. */
function foreignTo(record: PaymentRecord, merchant_id: string): string[] {
  const { payment, operations, refunds, disputes } = record
  const records = [record, ...refunds, ...disputes]
  const known = new Set([
    ...records.flatMap((each) => each.operations.map((row) => row.operation_id)),
    // Transfers before a refund is sent have its own id.
    ...refunds.map(({ refund }) => refund.refund_id),
  ])
  const named = [
    payment.operation_id,
    payment.authorization_id,
    ...refunds.map(({ refund }) => refund.operation_id),
    ...[record, ...refunds].flatMap((each) => each.operations.map((row) => row.parent_id)),
    ...[record, ...refunds].flatMap((each) => each.transfers.map((row) => row.operation_id)),
  ]
  const events = records.flatMap((each) => each.events)
  return [
    ...named
      .filter((id) => id !== null && !known.has(id))
      .map((id) => `names the operation ${id}, which is not its own`),
    ...refunds.flatMap((each) => wrongParents(each, operations)),
    ...events
      .filter(({ body }) => JSON.parse(body).merchant_id !== merchant_id)
      .map(({ event_id }) => `${event_id} names another merchant`),
  ]
}

/** A refund's parent is an operation on its payment. */
function wrongParents({ refund, operations }: RefundRecord, ofPayment: OperationRow[]): string[] {
  return operations
    .filter((row) => !ofPayment.some((each) => each.operation_id === row.parent_id))
    .map(() => `${refund.refund_id} refunds another payment`)
}

const owned = [
  ['operation', orphanOperations(subjects)],
  ['refund', orphanFinder('refund')],
  ['dispute', orphanFinder('dispute')],
] as const

async function checkOrphans({ db }: Parts, merchant_id: string, findings: Findings): Promise<void> {
  for (const [name, find] of owned) {
    let page = await find(db, merchant_id, '', PAGE)
    while (page.length > 0) {
      for (const { id, object_id, is_orphan } of page) {
        const message = `the ${name} ${id} is for an object that does not exist`
        if (is_orphan) findings.add('10', { merchant_id, object_id, message })
      }
      page = await find(db, merchant_id, page.at(-1)?.id ?? '', PAGE)
    }
  }
}
