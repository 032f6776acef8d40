// All invariants over all merchants, in one pass of bounded pages.
import type { Services } from '../kernel/context.ts'
import type { OperationRow } from '../operations/operation.ts'
import type { Moment } from '../operations/operation.ts'
import type { BankLog } from './bank_log.ts'
import { findCardNumbers } from './card_numbers.ts'
import { checks } from './checks.ts'
import { type Dossier, eachMerchant, eachPage, type RefundFile } from './dossier.ts'
import { ledgerViolations } from './ledger.ts'
import { comparePayout, eachPayoutPage, foreignToPayouts, payoutChecks } from './payouts.ts'
import { foreignIds, strayOperations, strays } from './store.ts'
import { untoldEvents } from './tellings.ts'

export interface Wrong {
  merchant_id: string | null
  payment_id: string | null
  what: string
}

export interface Finding {
  /** The number of the invariant. */
  invariant: string
  name: string
  /** How many times something was wrong; only the first are listed. */
  count: number
  wrongs: Wrong[]
}

export interface Books {
  merchants: number
  payments: number
  payouts: number
  findings: Finding[]
}

type Parts = Pick<Services, 'db' | 'clock' | 'clocks'>

const LISTED = 50
const PAGE = 500

const more: Readonly<Record<string, string>> = {
  '4': "each charge, refund and payout in the bank's log has one operation, and the other way round",
  '10': "no row refers to another merchant's",
  '11': 'no card number or security code is readable',
}

/** Without the bank's log the fourth invariant is not looked at and not listed. */
export async function checkBooks(parts: Parts, bank?: BankLog): Promise<Books> {
  const sheet = createSheet(bank !== undefined)
  const counted = { merchants: 0, payments: 0, payouts: 0 }
  for await (const merchant_id of eachMerchant(parts.db)) {
    counted.merchants += 1
    for await (const what of ledgerViolations(parts, merchant_id)) {
      sheet.note('1', { merchant_id, payment_id: null, what })
    }
    for await (const page of eachPage(parts.db, merchant_id)) {
      counted.payments += page.length
      const at = { now: await parts.clocks.now(merchant_id), wall: parts.clock.now() }
      for (const dossier of page) checkDossier(at, dossier, bank, sheet)
      await checkOwners(parts, merchant_id, page, sheet)
    }
    counted.payouts += await checkPayouts(parts, merchant_id, bank, sheet)
    await checkStrays(parts, merchant_id, sheet)
    for await (const { event_id, what } of untoldEvents(parts, merchant_id)) {
      sheet.note('6', { merchant_id, payment_id: null, what: `${event_id} ${what}` })
    }
  }
  for (const what of bank?.strays() ?? []) {
    sheet.note('4', { merchant_id: null, payment_id: null, what })
  }
  for await (const { merchant_id, what } of findCardNumbers(parts.db)) {
    sheet.note('11', { merchant_id, payment_id: null, what })
  }
  return { ...counted, findings: sheet.findings }
}

interface Sheet {
  findings: Finding[]
  note(invariant: string, wrong: Wrong): void
}

function createSheet(hasBank: boolean): Sheet {
  const names = Object.entries(checks).map(([number, { name }]) => [number, name] as const)
  const findings = [...names, ...Object.entries(more)]
    .filter(([number]) => hasBank || number !== '4')
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([invariant, name]): Finding => ({ invariant, name, count: 0, wrongs: [] }))
  return {
    findings,
    note(invariant, wrong) {
      const finding = findings.find((each) => each.invariant === invariant)
      if (finding === undefined) return
      finding.count += 1
      if (finding.wrongs.length < LISTED) finding.wrongs.push(wrong)
    },
  }
}

function checkDossier(at: Moment, dossier: Dossier, bank: BankLog | undefined, sheet: Sheet): void {
  const { merchant_id, payment_id } = dossier.payment
  for (const [invariant, check] of Object.entries(checks)) {
    for (const what of check.wrongs(dossier, at)) {
      sheet.note(invariant, { merchant_id, payment_id, what })
    }
  }
  for (const what of bank?.wrongs(dossier) ?? []) {
    sheet.note('4', { merchant_id, payment_id, what })
  }
}

async function checkPayouts(
  { db, clock, clocks }: Parts,
  merchant_id: string,
  bank: BankLog | undefined,
  sheet: Sheet,
): Promise<number> {
  let count = 0
  const note = (invariant: string, payout_id: string | null, wrongs: string[]) => {
    for (const what of wrongs) sheet.note(invariant, { merchant_id, payment_id: payout_id, what })
  }
  for await (const page of eachPayoutPage(db, merchant_id)) {
    const at = { now: await clocks.now(merchant_id), wall: clock.now() }
    for (const file of page) {
      const { payout_id } = file.payout
      for (const [invariant, check] of Object.entries(payoutChecks)) {
        note(invariant, payout_id, check(file, at))
      }
      if (bank) note('4', payout_id, comparePayout(file, bank))
    }
    const foreign = await foreignToPayouts(db, merchant_id, page)
    note(
      '10',
      null,
      foreign.map((id) => `a payout names ${id} of another`),
    )
    count += page.length
  }
  return count
}

async function checkOwners(
  { db }: Parts,
  merchant_id: string,
  page: Dossier[],
  sheet: Sheet,
): Promise<void> {
  for (const dossier of page) {
    const { payment_id } = dossier.payment
    for (const what of foreignTo(dossier, merchant_id)) {
      sheet.note('10', { merchant_id, payment_id, what })
    }
  }
  const profiles = [...new Set(page.map(({ payment }) => payment.profile_id))]
  const customers = [...new Set(page.flatMap(({ payment }) => payment.customer_id ?? []))]
  const foreign = [
    ...(await foreignIds(db, merchant_id, 'profiles', profiles)),
    ...(await foreignIds(db, merchant_id, 'customers', customers)),
  ]
  for (const id of foreign) {
    sheet.note('10', { merchant_id, payment_id: null, what: `a payment names ${id} of another` })
  }
}

/** A payment and its refunds name their own calls, and all events their own merchant. */
function foreignTo(dossier: Dossier, merchant_id: string): string[] {
  const { payment, operations, refunds, disputes } = dossier
  const files = [dossier, ...refunds]
  const known = new Set(files.flatMap((file) => file.operations.map((row) => row.operation_id)))
  const named = [
    payment.operation_id,
    payment.authorization_id,
    ...refunds.map(({ refund }) => refund.operation_id),
    ...files.flatMap((file) => file.operations.map((row) => row.parent_id)),
    ...files.flatMap((file) => file.transfers.map((row) => row.operation_id)),
  ]
  const events = [...files, ...disputes].flatMap((file) => file.events)
  return [
    ...named
      .filter((id) => id !== null && !known.has(id))
      .map((id) => `names the operation ${id}, which is not its own`),
    ...refunds.flatMap((file) => wrongParents(file, operations)),
    ...events
      .filter(({ body }) => JSON.parse(body).merchant_id !== merchant_id)
      .map(({ event_id }) => `${event_id} names another`),
  ]
}

/** A refund goes back the way the payment came. */
function wrongParents({ refund, operations }: RefundFile, ofPayment: OperationRow[]): string[] {
  return operations
    .filter((row) => !ofPayment.some((each) => each.operation_id === row.parent_id))
    .map(() => `${refund.refund_id} refunds another payment`)
}

/** What hangs in the air, with the words for it. */
const hanging = [
  ['operation', strayOperations],
  ['refund', strays('refund')],
  ['dispute', strays('dispute')],
] as const

async function checkStrays({ db }: Parts, merchant_id: string, sheet: Sheet): Promise<void> {
  for (const [name, find] of hanging) {
    let page = await find(db, merchant_id, '', PAGE)
    while (page.length > 0) {
      for (const { id, object_id, is_stray } of page) {
        const what = `the ${name} ${id} is for an object that is not there`
        if (is_stray) sheet.note('10', { merchant_id, payment_id: object_id, what })
      }
      page = await find(db, merchant_id, page.at(-1)?.id ?? '', PAGE)
    }
  }
}
