// Bodies are JSON in UTF-8, at most 256 KiB and 20 levels deep, without text that PostgreSQL cannot store: the NUL
// character and lone surrogates.
import { Failure } from '#errors.ts'
import { cut } from './rules.ts'

export const MAX_BODY_BYTES = 256 * 1024
const MAX_DEPTH = 20

const decoder = new TextDecoder('utf-8', { fatal: true })

export function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  const text = decode(bytes)
  const body = parse(text)
  // Scanning the text clears nearly every body, so few are walked.
  if (openings(text) > MAX_DEPTH || /\\u(00|d[89a-f])|__proto__/i.test(text)) inspectText(body)
  return body
}

/** Bodies are small: a compressed one gains nothing, and could grow without bound. */
export function checkEncoding(encoding: string | undefined): void {
  if (encoding === undefined || encoding === '' || encoding === 'identity') return
  const message = 'The request body is compressed. Send it without `Content-Encoding`.'
  throw new Failure('IR_06', message, { status: 415 })
}

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new Failure('IR_06', 'The request body is not valid UTF-8.')
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Failure('IR_06', `The request body is not JSON${errorPosition(error as Error)}.`)
  }
}

/** The position alone: the parser's message can quote the text around it, which may be a card number. */
function errorPosition({ message }: Error): string {
  if (message.startsWith('Unexpected end')) return ': it ends too early'
  const [, line, column] = /\(line (\d+) column (\d+)\)$/.exec(message) ?? []
  return line === undefined ? '' : `: see line ${line}, column ${column}`
}

function openings(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x7b || code === 0x5b) count++
  }
  return count
}

/** Refuses a body or a query that cannot be stored or is nested too deep. */
export function inspectText(value: unknown, path: string[] = []): void {
  if (typeof value === 'string') return checkText(value, path, 'The text')
  if (value === null || typeof value !== 'object') return undefined
  if (path.length >= MAX_DEPTH) {
    throw new Failure('IR_06', `The request body is nested more than ${MAX_DEPTH} deep.`)
  }
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') throw new Failure('IR_04', 'A field cannot be named __proto__.')
    checkText(key, path, 'The name of a field')
    path.push(key)
    inspectText(inner, path)
    path.pop()
  }
}

/** Names the field, or the object that has a field with such a name. */
function checkText(text: string, path: readonly string[], what: string): void {
  if (text.isWellFormed() && !text.includes('\0')) return
  const field = path.map(cut).join('.')
  const place = field === '' ? '' : ` in \`${field}\``
  const message = `${what}${place} must be well-formed Unicode without the NUL character.`
  throw new Failure('IR_04', message, field === '' ? {} : { field })
}
