// Breaks a text into lines that fit a width.
import {
  baseDirection,
  type Direction,
  splitGraphemes,
  type Run,
  shapeRuns,
  type Style,
} from './runs.ts'

export interface Line {
  readonly runs: readonly Run[]
  /** In thousandths of the font size. */
  readonly width: number
}

export interface Room {
  /** In thousandths of the font size. */
  readonly width: number
  readonly max_lines: number
  readonly direction: Direction
}

const ELLIPSIS = '…'

export async function breakLines(text: string, style: Style, room: Room): Promise<Line[]> {
  const lines: Line[] = []
  for (const paragraph of text.split(/\r\n|[\n\r\u2028\u2029]/u)) {
    const base = baseDirection(paragraph, room.direction)
    const shapeLine = async (part: string) => measured(await shapeRuns(part.trim(), base, style))
    const whole = await shapeLine(paragraph)
    const isShort = whole.width <= room.width
    for (const part of isShort ? [paragraph] : await broken(paragraph, style, room.width)) {
      if (lines.length === room.max_lines) return shortened(lines, style, base)
      lines.push(isShort ? whole : await shapeLine(part))
    }
  }
  return lines
}

function measured(runs: readonly Run[]): Line {
  return { runs, width: runs.reduce((sum, { width }) => sum + width, 0) }
}

/** Something was left out: the last line says so. */
async function shortened(lines: readonly Line[], style: Style, direction: Direction) {
  const mark = await shapeRuns(ELLIPSIS, direction, style)
  const last = lines.at(-1)
  const runs =
    direction === 'rtl' ? [...mark, ...(last?.runs ?? [])] : [...(last?.runs ?? []), ...mark]
  return [...lines.slice(0, -1), measured(runs)]
}

async function broken(paragraph: string, style: Style, width: number): Promise<string[]> {
  const parts: string[] = []
  let line = ''
  let used = 0
  for (const piece of await fitting(splitPieces(paragraph, style.language), style, width)) {
    if (used + piece.ink > width && line.trim() !== '') {
      parts.push(line)
      line = ''
      used = 0
    }
    line += piece.text
    used += piece.width
  }
  return [...parts, line]
}

interface Piece {
  text: string
  width: number
  /** Without the space at its end. */
  ink: number
}

/** A piece that is wider than a whole line is broken between its letters. */
async function fitting(pieces: readonly string[], style: Style, width: number): Promise<Piece[]> {
  const all: Piece[] = []
  const measured = new Map<string, Promise<Piece>>()
  const measure = (text: string) => {
    const piece = measured.get(text) ?? measurePiece(text, style)
    measured.set(text, piece)
    return piece
  }
  for (const text of pieces) {
    const piece = await measure(text)
    if (piece.ink <= width) all.push(piece)
    else for (const letter of splitGraphemes(text)) all.push(await measure(letter))
  }
  return all
}

async function measurePiece(text: string, style: Style): Promise<Piece> {
  const shapedWidth = async (part: string) => measured(await shapeRuns(part, 'ltr', style)).width
  const width = await shapedWidth(text)
  const ink = text.trimEnd()
  return { text, width, ink: ink === text ? width : await shapedWidth(ink) }
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303F\uFF00-\uFF65]/u
const NOT_FIRST = /^[\p{Pe}\p{Pf}\p{Po}\p{Mn}\u30FC\u3005]/u
const NOT_LAST = /[\p{Ps}\p{Pi}]$/u

/** The pieces between which a line may end: at spaces, and between words in scripts that write none. */
function splitPieces(paragraph: string, language: string): string[] {
  const words = new Intl.Segmenter(language, { granularity: 'word' }).segment(paragraph)
  const pieces: string[] = []
  for (const { segment } of words) {
    const last = pieces.at(-1)
    if (last === undefined || mayBreak(last, segment)) pieces.push(segment)
    else pieces[pieces.length - 1] = last + segment
  }
  return pieces
}

function mayBreak(before: string, after: string): boolean {
  // A no-break space is a space that no line ends at.
  const isSpace = (text: string) => /^[^\S\u00A0\u202F\u2007]/u.test(text)
  if (isSpace(after) || NOT_FIRST.test(after) || NOT_LAST.test(before)) return false
  const end = before.at(-1) ?? ''
  return isSpace(end) || UNSPACED.test(end) || UNSPACED.test(after.slice(0, 1))
}
