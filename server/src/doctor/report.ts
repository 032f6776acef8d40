import type { Books, Finding } from './books.ts'

export function isWell({ findings }: Books): boolean {
  return findings.every((finding) => finding.count === 0)
}

/** One line for each invariant, and under it what is wrong. */
export function report(books: Books): string {
  const { merchants, payments, payouts, findings } = books
  const title = `The books of ${merchants} merchant(s), ${payments} payment(s), ${payouts} payout(s):`
  const verdict = isWell(books) ? 'All is well.' : 'Something is wrong: see above.'
  return [title, ...findings.flatMap(lines), verdict].join('\n')
}

function lines({ invariant, name, count, wrongs }: Finding): string[] {
  const state = count === 0 ? 'ok' : `${count} wrong`
  const head = `  ${state.padEnd(10)}${invariant.padStart(2)}  ${name}`
  const rest = count - wrongs.length
  return [
    head,
    ...wrongs.map(
      ({ merchant_id, payment_id, what }) =>
        `              ${[merchant_id, payment_id, what].filter((part) => part !== null).join('  ')}`,
    ),
    ...(rest > 0 ? [`              and ${rest} more`] : []),
  ]
}
