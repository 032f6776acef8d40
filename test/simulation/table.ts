import type { Simulated } from './simulation.ts'

const LISTED = 100

/** The run as a table for a report; then the violations, and how to reproduce them. */
export function table(done: Simulated): string {
  const { seed, operations, violations, books } = done
  const rows: (readonly [string, string | number])[] = [
    ['operations', operations],
    ['requests that change something', done.requests],
    [
      'payments, payouts, subscriptions',
      `${books.payments}, ${books.payouts}, ${books.subscriptions}`,
    ],
    ['answers', spell(done.answers)],
    ['faults', spell(done.faults)],
    ['faults that the bank drew for a request', spell(done.bank_faults)],
    ['answers that nothing was changed, compared with the log of the bank', done.claims],
    ['final statuses that were answered', done.promises],
    ...(done.accounts
      ? ([
          ['attempts by account', spell(done.accounts.attempts)],
          ['payments that fell back to another account', done.accounts.fallbacks],
          ['movements in the log of Stripe', done.accounts.at_stripe],
        ] as const)
      : []),
    ['run', `${Math.round(done.run_ms / 1_000)} s`],
    ['settled after the faults ended', `${Math.round(done.settle_ms / 1_000)} s`],
    ['violations', violations.length],
  ]
  return [
    `actions: ${spell(done.actions)}`,
    '',
    '| Simulation | |',
    '|---|---|',
    ...rows.map(([name, value]) => `| ${name} | ${value} |`),
    ...violations.slice(0, LISTED).map((violation) => `violation: ${violation}`),
    ...done.stories,
    ...(violations.length > 0
      ? [
          `again: npm run simulate -- --seed ${seed} --operations ${operations}${done.accounts ? ' --accounts' : ''}`,
        ]
      : []),
  ].join('\n')
}

function spell(counts: ReadonlyMap<string, number>): string {
  const entries = [...counts].toSorted(([, a], [, b]) => b - a)
  return entries.map(([name, number]) => `${name}: ${number}`).join(', ')
}
