// Password rules. Character classes are not required: they make people write `Password1234!`. Instead everything that
// guessing programs try first is removed, and enough must be left.
import { commonParts, commonPasswords } from './common_passwords.ts'
import { normal } from './passwords.ts'

export const MIN_LENGTH = 12
const MAX_LENGTH = 70
const MIN_LEFT = 6
const MIN_DISTINCT = 5
/** Shorter address parts occur in many words by chance. */
const MIN_OWN_PART = 3

/** The problem with a new password, or undefined. `own` holds facts that strangers know: the e-mail, the name. */
export function passwordMistake(password: string, own: readonly string[]): string | undefined {
  const text = normal(password)
  const length = Array.from(text).length
  if (length < MIN_LENGTH) return `The password has ${length} characters; it needs ${MIN_LENGTH}.`
  if (length > MAX_LENGTH) return `The password has more than ${MAX_LENGTH} characters.`
  const lower = text.toLowerCase()
  if (commonPasswords.has(lower)) return 'This password is on lists of common passwords.'
  const known = [...own.flatMap(splitParts), ...commonParts]
  const isGuessable = [lower, plainLetters(lower)].some((each) => !hasEnough(each, known))
  return isGuessable
    ? 'This password is easy to guess: it is little more than common words, sequences, repetitions or your own address. Use several unrelated words, or a password manager.'
    : undefined
}

function splitParts(own: string): string[] {
  const pieces = own.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return [own.toLowerCase(), ...pieces].filter((part) => part.length >= MIN_OWN_PART)
}

/** `p4$$w0rd` is `password`. */
function plainLetters(text: string): string {
  const letters: Record<string, string> = {
    '0': 'o',
    '1': 'i',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '@': 'a',
    $: 's',
    '!': 'i',
  }
  return Array.from(text)
    .map((each) => letters[each] ?? each)
    .join('')
}

function hasEnough(text: string, known: readonly string[]): boolean {
  if (new Set(text).size < MIN_DISTINCT) return false
  const left = known.reduce((rest, part) => rest.replaceAll(part, ' '), text)
  const words = left.replaceAll(/(19|20)\d\d/g, ' ').split(/\s+/)
  const letters = withoutRepetition(words.map(withoutRuns).join(''))
  return Array.from(letters).length >= MIN_LEFT
}

const ROWS = ['`1234567890-=', 'qwertyuiop[]', 'asdfghjkl;', 'zxcvbnm,./', '!@#$%^&*()_+'].join(' ')

/** Without `abcd`, `4321`, `qwer` and `aaaa`. */
function withoutRuns(text: string): string {
  let rest = ''
  let run = ''
  const end = () => {
    if (run.length < 3) rest += run
  }
  for (const each of text) {
    const isNext = run.length > 0 && continues(run, each)
    if (!isNext) end()
    run = isNext ? run + each : each
  }
  end()
  return rest
}

function continues(run: string, next: string): boolean {
  const [before, last] = [run.at(-2), run.at(-1) ?? '']
  const step = keyStep(last, next)
  return step !== undefined && (before === undefined || keyStep(before, last) === step)
}

function keyStep(from: string, to: string): number | undefined {
  const step = to.charCodeAt(0) - from.charCodeAt(0)
  if (Math.abs(step) <= 1) return step
  if (ROWS.includes(from + to)) return 1
  return ROWS.includes(to + from) ? -1 : undefined
}

/** `xyzxyzxyz` is `xyz`. */
function withoutRepetition(text: string): string {
  const [, block] = /^(.+?)\1+$/u.exec(text) ?? []
  return block ?? text
}
