import type { Books, Finding } from './books.ts'

export function isWell({ findings }: Books): boolean {
  return findings.every((finding) => finding.count === 0)
}

/** One line for each invariant, and under it what violates it. */
export function report(books: Books): string {
  const { merchants, payments, payouts, expired_instruments, findings } = books
  const title = `The books of ${merchants} merchant(s), ${payments} payment(s), ${payouts} payout(s):`
  const verdict = isWell(books) ? 'No violations.' : 'There are violations: see above.'
  const notes =
    expired_instruments === 0
      ? []
      : [`  note: ${expired_instruments} expired instrument(s) are still in the vault`]
  return [title, ...findings.flatMap(lines), ...notes, verdict].join('\n')
}

function lines({ invariant, name, count, violations }: Finding): string[] {
  const state = count === 0 ? 'ok' : `${count} wrong`
  const head = `  ${state.padEnd(10)}${invariant.padStart(2)}  ${name}`
  const rest = count - violations.length
  return [
    head,
    ...violations.map(
      ({ merchant_id, object_id, message }) =>
        `              ${[merchant_id, object_id, message].filter((part) => part !== null).join('  ')}`,
    ),
    ...(rest > 0 ? [`              and ${rest} more`] : []),
  ]
}
