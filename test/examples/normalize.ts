// Makes a recording the same each time: ids are numbered, times count from one moment, secrets are obviously made up.

type Value = unknown

/** A moment on a clock, and the moment that stands for it in the examples. */
export interface Anchor {
  readonly from: Date
  readonly to: Date
}

/** Times in a recording differ by multiples of this. */
export const STEP_MS = 5 * 60_000
const DAY_MS = 86_400_000
const ID = /\b([a-z]{2,5}(?:_test)?)_([0-9a-hjkmnp-tv-z]{26})(?![0-9a-z])/g
/** Sandbox bank ids. */
const BANK_ID = /\b(b[a-z]{2})_[0-9a-f]{24}(?![0-9a-z])/g
const MERCHANT_ID = /\bmer_([a-z0-9]+)_?([0-9a-hjkmnp-tv-z]{26})\b/g
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/** Values that are secret, random or measured, by field name. */
const fixed: Readonly<Record<string, (value: string) => Value>> = {
  api_key: (value) => `${value.slice(0, 4)}example_not_a_real_key`,
  payment_response_hash_key: () => 'example-webhook-signing-secret',
  webhook_secret: () => 'example-webhook-signing-secret',
  client_secret: (value) => `${value.split('_secret_')[0]}_secret_example`,
  token: (value) => (value.startsWith('tok_') ? value : 'example-token'),
  device_token: () => 'example-device-token',
  secret: () => 'EXAMPLESECRETEXAMPLESECRET234567',
  recovery_codes: () => Array.from({ length: 8 }, (_, n) => `exam-ple${n}`),
  recovery_code: () => 'exam-ple0',
  totp: () => '123456',
  challenge: () => 'ZXhhbXBsZS1jaGFsbGVuZ2U',
  challenge_id: () => 'ExampleChallenge'.padEnd(43, '0'),
  clientDataJSON: () => 'eyJ0eXBlIjoid2ViYXV0aG4ifQ',
  attestationObject: () => 'o2NmbXRkbm9uZQ',
  authenticatorData: () => 'SZYN5YgOjGh0NBcP',
  signature: () => 'MEUCIQ',
  userHandle: () => 'ZXhhbXBsZQ',
  csrf_token: () => 'example-csrf-token',
  fingerprint: () => '0123456789abcdef',
  prefix: (value) => `${value.slice(0, 4)}EXAMPLE0`,
  'webhook-timestamp': () => '1768469400',
  duration_ms: () => 12,
  entry_id: (value) => value.replace(/^\d+/, '1768469400000'),
  uptime_s: () => 3600,
  latency_ms: () => 1,
}

/** Secret, random or measured parts of texts. */
const patterns: readonly (readonly [RegExp, string])[] = [
  [/http:\/\/127\.0\.0\.1:\d+/g, 'https://bank.example'],
  [/\b127\.0\.0\.1\b/g, '203.0.113.7'],
  [/_secret_[A-Za-z0-9]{20,}/g, '_secret_example'],
  [/#\S{20,}/g, '#example-token'],
  [/\b(snd|pk|prd)_[A-Za-z0-9_]{20,}/g, '$1_example_not_a_real_key'],
  [/(\/invoice\/[^/]+\/[^/]+\/)[A-Za-z0-9]{32}/g, '$1example'],
  [/secret=[A-Z2-7]{16,}/g, 'secret=EXAMPLE'],
  [/\bdXNyX[A-Za-z0-9_-]+/g, 'dXNyX2V4YW1wbGU'],
  [/^(?!Example)[A-Za-z0-9_-]{43}$/g, 'example'],
  [/\bv1,[A-Za-z0-9+/]{43}=/g, 'v1,ZXhhbXBsZQ=='],
  [/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, 'Thu, 15 Jan 2026 09:30:00 GMT'],
  [/\bFlorin\/[\d.]+/g, 'Florin/1.0.0'],
  [/-[0-9a-f]{16}\./g, '-0000000000000000.'],
  [/\b[0-9a-f]{128}\b/g, '0'.repeat(128)],
  [/\b[0-9a-f]{64}\b/g, '0'.repeat(64)],
]

export class Normalizer {
  private readonly ids = new Map<string, string>()
  private readonly counts = new Map<string, number>()
  private readonly anchors: readonly Anchor[]
  private readonly replaced: ReadonlyMap<string, string>

  /** `replaced`: texts from this machine, such as addresses, and their stand-ins. */
  constructor(anchors: readonly Anchor[], replaced: ReadonlyMap<string, string>) {
    this.anchors = anchors
    this.replaced = replaced
  }

  value(value: Value, field = ''): Value {
    const own = Object.hasOwn(fixed, field) ? fixed[field] : undefined
    if (own && value !== null && typeof value !== 'boolean' && !isOpen(value, field)) {
      return this.value(own(typeof value === 'string' ? value : JSON.stringify(value)))
    }
    if (typeof value === 'string') return this.text(value)
    if (Array.isArray(value)) return value.map((each) => this.value(each, field))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value)
    return Object.fromEntries(
      entries.map(([name, each]) => [this.text(name), this.value(each, name)]),
    )
  }

  private text(text: string): string {
    let result = text
    for (const [from, to] of this.replaced) result = result.replaceAll(from, to)
    for (const [pattern, made_up] of patterns) result = result.replaceAll(pattern, made_up)
    return result
      .replaceAll(MERCHANT_ID, (id) => this.id(id, 'mer'))
      .replaceAll(ID, (id, prefix: string) => this.id(id, prefix))
      .replaceAll(BANK_ID, (id, prefix: string) => this.id(id, prefix))
      .replaceAll(TIME, (time) => this.time(time))
  }

  private id(id: string, prefix: string): string {
    const known = this.ids.get(id)
    if (known !== undefined) return known
    const count = (this.counts.get(prefix) ?? 0) + 1
    this.counts.set(prefix, count)
    const made = `${prefix}_${String(count).padStart(26, '0')}`
    this.ids.set(id, made)
    return made
  }

  /** A recording takes less than five minutes, and what it waits for is longer. */
  private time(text: string): string {
    const time = new Date(text).getTime()
    const near = this.anchors.find(({ from }) => {
      const distance = time - from.getTime()
      return distance > -2 * DAY_MS && distance < 400 * DAY_MS
    })
    if (near === undefined) return text
    const steps = Math.floor((time - near.from.getTime()) / STEP_MS)
    return new Date(near.to.getTime() + steps * STEP_MS).toISOString()
  }
}

/** Objects and lists are gone through; only the codes are replaced as a list. */
function isOpen(value: Value, field: string): boolean {
  return typeof value === 'object' && field !== 'recovery_codes'
}

/** Pages, scripts and files change with every release, so their examples only say what they are. */
export function shortOf(type: string, text: string): string {
  if (type === 'text/html') return '<!doctype html>…'
  if (type === 'text/csv') return text
  if (type === 'application/pdf') return '%PDF-1.7…'
  return type.startsWith('image/') ? '(the bytes of the image)' : '(the text of the file)'
}
