// The doctor's findings about a shop.
import { readBankLog } from '#roles/doctor/bank_log.ts'
import { checkBooks } from '#roles/doctor/books.ts'
import { testBank } from '#testing/bank.ts'
import type { Shop } from '#testing/harness.ts'

export interface Checked {
  /** Each as its invariant and message. */
  readonly violations: string[]
  readonly decisions: string[]
}

/** No worker relays events or seals the audit trail here. */
const WITHOUT_WORKER = /not relayed|does a worker run/

/** For this shop only. */
export async function check({ services, merchant }: Shop): Promise<Checked> {
  const log = await readBankLog(await (await testBank()).log())
  const { findings, decisions } = await checkBooks(services, log)
  const isOwn = (each: { merchant_id: string | null }) => each.merchant_id === merchant.merchant_id
  const violations = findings.flatMap(({ invariant, violations: found }) =>
    found.filter(isOwn).map(({ message }) => `${invariant} ${message}`),
  )
  return {
    violations: violations.filter((line) => !WITHOUT_WORKER.test(line)),
    decisions: decisions.listed.filter(isOwn).map(({ message }) => message),
  }
}

/** The request that a message proposes: what follows its last colon and begins with a method. */
export function proposed(message: string) {
  const [, method = '', path = '', body = '{}'] = /(POST|PUT) (\S+) (\{[^}]*\})/.exec(message) ?? []
  return { method, path, body: JSON.parse(body) as object }
}
