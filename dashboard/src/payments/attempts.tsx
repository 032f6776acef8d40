// Attempts as steps in a payment's timeline. An attempt is one authorization at one provider account.
import type { Schemas } from '../api/client.ts'
import { declines } from '../api/generated/declines.ts'
import type { Detail } from '../lib/details.tsx'
import { money } from '../lib/money.ts'
import { preferences } from '../lib/preferences.ts'
import { Status, type Words } from '../lib/status.tsx'
import type { Step } from '../lib/timeline.tsx'
import { inWords } from '../lib/words.ts'
import type { Called } from '../providers/account_name.ts'

type Payment = Schemas['Payment']
type Attempt = Schemas['Attempt']

const attemptWords: Words = {
  sent: ['info', 'Sent, no answer yet'],
  challenge: ['info', 'Waiting for the customer'],
  pending: ['info', 'Outcome expected later'],
  approved: ['ok', 'Approved'],
  declined: ['bad', 'Declined'],
  refused: ['bad', 'Refused by the acquirer'],
  not_sent: ['warn', 'Not sent, nothing charged'],
  revoked: ['warn', 'Taken back, nothing charged'],
  late: ['warn', 'Approved too late, reversed'],
}

const riskWords: Readonly<Record<string, string>> = {
  block: 'Declined by',
  review: 'Held for review by',
  require_3ds: '3-D Secure demanded by',
}

/** One step for each attempt. The API lists the newest first. */
export function listAttempts(
  { attempts = [], currency }: Payment,
  accountName: (called: Called) => string | null,
): Step[] {
  return attempts.map((attempt, nth) => ({
    key: attempt.attempt_id,
    tone: attemptWords[attempt.status]?.[0] ?? 'mute',
    title: `Attempt ${attempts.length - nth}: ${accountName(attempt) ?? 'no acquirer'}`,
    status: <Status words={attemptWords} status={attempt.status} />,
    facts: listFacts(attempt, currency),
    at: attempt.created,
  }))
}

function listFacts(attempt: Attempt, currency: string): Detail[] {
  const { unified_code, error_code, created, finished_at } = attempt
  return [
    ['Amount', money(attempt.amount, currency)],
    ['Reason', unified_code && (declines[unified_code] ?? unified_code)],
    ['Codes', [unified_code, error_code].filter(Boolean).join(' · ')],
    ['3-D Secure', attempt.three_ds && describeThreeDs(attempt.three_ds)],
    ['Risk rule', attempt.risk && describeRisk(attempt.risk)],
    ['Took', finished_at && duration(Date.parse(finished_at) - Date.parse(created))],
  ]
}

function describeThreeDs({ version, result, eci }: NonNullable<Attempt['three_ds']>): string {
  const parts = [result && inWords(result), version && `version ${version}`, eci && `ECI ${eci}`]
  return parts.filter(Boolean).join(', ')
}

function describeRisk({ action, rule }: NonNullable<Attempt['risk']>): string {
  const by = rule === null || rule === undefined ? 'the acquirer' : `risk rule ${rule + 1}`
  return `${riskWords[action ?? ''] ?? inWords(action ?? '')} ${by}`
}

/** Each unit from this duration on, and its size, in milliseconds. */
const units = [
  [172_800_000, 86_400_000, 'day'],
  [7_200_000, 3_600_000, 'hour'],
  [120_000, 60_000, 'minute'],
  [1_000, 1_000, 'second'],
  [0, 1, 'millisecond'],
] as const

/** `340 ms` or `1.55 sec`; whole minutes, hours and days for an attempt that waits for the customer. */
function duration(ms: number): string {
  const [, size, unit] = units.find(([from]) => ms >= from) ?? units[4]
  return new Intl.NumberFormat(preferences().locale, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: unit === 'second' ? 2 : 0,
  }).format(ms / size)
}
