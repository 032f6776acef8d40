// The bank's behaviour: usually every fault at a low rate, and for a while many of one kind.
import type { Run } from './run.ts'

interface Mood {
  readonly about: string
  readonly rates: Readonly<Record<string, number>>
  readonly delay_ms: readonly [number, number]
}

const usual = {
  delay: 0.2,
  timeout_before: 0.004,
  reset_before: 0.02,
  error_before: 0.02,
  maintenance: 0.02,
  timeout: 0.004,
  reset_after: 0.02,
  error_after: 0.02,
  duplicate: 0.02,
  pending: 0.05,
  act_late: 0.02,
  query_lags: 0.05,
  capture_less: 0.02,
  drop_hold: 0.02,
  refuse_void: 0.03,
  callback_twice: 0.2,
  callback_late: 0.1,
}

export const bankMoods = {
  usual: { about: 'every fault at a low rate', rates: usual, delay_ms: [1, 150] },
  // Some delays exceed an api's timeout.
  late: {
    about: 'acts up to 30 s late',
    rates: { act_late: 0.15, reset_after: 0.05 },
    delay_ms: [3_000, 30_000],
  },
  lagging: {
    about: 'queries lag by up to 8 s',
    rates: { query_lags: 0.6, reset_after: 0.1, error_after: 0.1, callback_late: 0.5 },
    delay_ms: [500, 8_000],
  },
  unreachable: {
    about: 'mostly unreachable or in maintenance',
    rates: { reset_before: 0.4, maintenance: 0.4, error_before: 0.2 },
    delay_ms: [1, 50],
  },
  contrary: {
    about: 'captures less, drops holds, refuses voids',
    rates: { capture_less: 0.3, drop_hold: 0.3, refuse_void: 0.4, pending: 0.2 },
    delay_ms: [0, 2_000],
  },
} as const satisfies Record<string, Mood>

/** The bank's dice continue from the previous mood, because its seed counts on. */
export async function setMood(run: Run, name: keyof typeof bankMoods): Promise<void> {
  run.moods += 1
  const { rates, delay_ms } = bankMoods[name]
  const seed = run.seed * 1_000 + run.moods
  await run.simulated.deployment.bank.desk('POST', '/faults', { rates, seed, delay_ms })
}

/** Before the bank is killed and when the run is over: the bank counts from its start. */
export async function countDrawn({ simulated, bank_faults }: Run): Promise<void> {
  const answer = await simulated.deployment.bank.desk('GET', '/faults/drawn')
  for (const [name, times] of Object.entries((await answer.json()) as Record<string, number>)) {
    bank_faults.set(name, (bank_faults.get(name) ?? 0) + times)
  }
}
