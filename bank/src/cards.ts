// The test card numbers and their behaviour. The documentation and the tests are generated from both tables.
import { APPROVED, codes } from './codes.ts'
import type { Reason, Stage } from './dispute.ts'

export interface CardRule {
  /** The issuer's final answer. */
  readonly code: string
  /** When the cardholder must visit a page first: never, if the shop asks for it, or always. */
  readonly challenge: 'never' | 'asked' | 'always'
  /** Approved, but held for review by the merchant. */
  readonly review?: true
  /** The outcome is pending first. */
  readonly slow?: true
  /** The issuer's answer without three_ds. */
  readonly without_three_ds?: string
  /** The issuer's answer if the customer is not present. */
  readonly without_customer?: string
  /** The issuer's answer if the customer is not present and three_ds is not requested. */
  readonly without_both?: string
  /** Capturing a hold on this card is refused with this code; an immediate capture is approved. */
  readonly captures?: string
  readonly refunds?: 'slow' | 'return'
  /** The dispute that the cardholder opens later. */
  readonly dispute?: { readonly stage: Stage; readonly reason: Reason }
}

const approved: CardRule = { code: APPROVED, challenge: 'asked' }
const unchallenged: CardRule = { code: APPROVED, challenge: 'never' }

/** A refusal needs no page, because the cardholder's choice would not change it. */
function refused(code: string): CardRule {
  return { code, challenge: 'never' }
}

const wellKnown: Readonly<Record<string, CardRule>> = {
  '4242424242424242': unchallenged,
  '4111111111111111': unchallenged,
  '5555555555554444': unchallenged,
  '378282246310005': unchallenged,
  '6011111111111117': unchallenged,
  '38000000000006': unchallenged,
  '4000000000000002': refused('05'),
  '5105105105105100': refused('05'),
  '4000000000009995': refused('51'),
  '4000000000009987': refused('41'),
  '4000000000009979': refused('43'),
  '4000000000000069': refused('54'),
  '4000000000000127': refused('N7'),
  '4000000000000119': refused('96'),
  '4000000000006975': refused('61'),
  '4100000000000019': refused('R01'),
  '4000000000009235': { ...approved, review: true },
  '4000003800000446': { ...approved, challenge: 'always' },
  '4000000000003220': { ...approved, challenge: 'always' },
  '4000002500003155': approved,
  '4000008400001629': { code: '05', challenge: 'always' },
  '4000008400001280': refused('A05'),
  '4000000000003063': { ...approved, without_three_ds: '65' },
  '4000000000003097': { ...approved, without_both: '65' },
  '4000000000003055': { ...approved, slow: true },
  '4000000000000341': { ...approved, without_customer: '05' },
  '4000000000005050': { ...approved, captures: '05' },
  '4000000000005159': { ...approved, captures: '51' },
  '4000000000005456': { ...approved, captures: '54' },
  '4000000000000259': { ...approved, dispute: { stage: 'dispute', reason: 'fraudulent' } },
  '4000000000002685': {
    ...approved,
    dispute: { stage: 'dispute', reason: 'product_not_received' },
  },
  '4000000000001976': { ...approved, dispute: { stage: 'pre_dispute', reason: 'fraudulent' } },
  '4000000000007726': { ...approved, refunds: 'slow' },
  '4000000000005126': { ...approved, refunds: 'return' },
}

/** One card for every unified code; the card number contains its digits. */
const byCode: Readonly<Record<string, CardRule>> = Object.fromEntries(
  Object.entries(codes).flatMap(([code, { means }]) => {
    // If several codes have this meaning, the card answers with the first.
    if (means === null || firstFor(means) !== code) return []
    const challenge = means.startsWith('UE_5') ? 'always' : 'never'
    return [[numberFor(means), { code, challenge }]]
  }),
)

function firstFor(unified_code: string): string | undefined {
  return Object.keys(codes).find((code) => codes[code]?.means === unified_code)
}

export const cards: Readonly<Record<string, CardRule>> = { ...wellKnown, ...byCode }

export function ruleFor(number: string): CardRule {
  return cards[number] ?? approved
}

function numberFor(unified_code: string): string {
  const body = `4000009${unified_code.slice(3)}0000`
  const digit = '0123456789'.split('').find((digit) => isLuhnValid(body + digit))
  return `${body}${digit}`
}

export function isLuhnValid(number: string): boolean {
  let sum = 0
  for (const [place, digit] of number.split('').toReversed().entries()) {
    const weighted = Number(digit) * (place % 2 === 1 ? 2 : 1)
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return sum % 10 === 0
}

const networks: readonly (readonly [RegExp, string])[] = [
  [/^4/, 'visa'],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'mastercard'],
  [/^3[47]/, 'amex'],
  [/^(30[0-5]|3[689])/, 'diners'],
  [/^35(2[89]|[3-8])/, 'jcb'],
  [/^(6011|64[4-9]|65)/, 'discover'],
  [/^62/, 'unionpay'],
  [/^(50|5[6-9]|6)/, 'maestro'],
]

export function networkOf(number: string): string {
  return networks.find(([start]) => start.test(number))?.[1] ?? 'unknown'
}
