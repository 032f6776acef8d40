// A text as runs: pieces with one font and one direction, in visual order. The Unicode bidirectional algorithm orders
// them; a font shapes each.
import bidiFactory, { type Bidi } from 'bidi-js'
import { familiesFor, type Family } from './families.ts'
import { findFont, type Font, type Weight } from './fonts.ts'

export type Direction = 'ltr' | 'rtl'

export interface Run {
  readonly font: Font
  /** In logical order if the font shapes it from right to left. */
  readonly text: string
  /** In thousandths of the font size. */
  readonly width: number
}

export interface Style {
  readonly weight: Weight
  readonly language: string
  /** Made for one document: most characters come again. */
  readonly chosen: ChosenFonts
}

export interface ChosenFonts {
  /** By the families that were asked for, and by code point. */
  readonly known: Map<readonly Family[], Map<number, Font | undefined>>
  /** File names. */
  readonly opened: Set<string>
}

export function noFonts(): ChosenFonts {
  return { known: new Map(), opened: new Set() }
}

interface Cluster {
  readonly text: string
  readonly level: number
  readonly font: Font
}

// Its types describe a module with a default export, and it is a function.
const bidi = (bidiFactory as unknown as () => Bidi)()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Printed instead of a character that no font has. */
const REPLACEMENT = '\uFFFD'

/** Joiners shape their neighbours; other characters without a picture are only read. */
const INVISIBLE = /(?![\u200C\u200D])[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu

export function splitGraphemes(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
}

/**
 * The direction of the first letter that has one, otherwise the document's. In a right-to-left document a sentence
 * may begin with a left-to-right name.
 */
export function baseDirection(text: string, document: Direction): Direction {
  const types = Array.from(text, (character) => bidi.getBidiCharTypeName(character))
  const strong = types.filter((type) => type === 'L' || type === 'R' || type === 'AL')
  const isRight = (type: string) => type !== 'L'
  if (strong.length === 0) return document
  const hasRight = document === 'rtl' ? strong.some(isRight) : strong.slice(0, 1).some(isRight)
  return hasRight ? 'rtl' : 'ltr'
}

/** One line, from left to right. */
export async function shapeRuns(text: string, base: Direction, style: Style): Promise<Run[]> {
  const clusters = await shapeClusters(text, base, style)
  const groups: Cluster[][] = []
  for (const cluster of clusters) {
    const group = groups.at(-1)
    const [first] = group ?? []
    const belongs = first?.font === cluster.font && first.level === cluster.level
    if (group && belongs) group.push(cluster)
    else groups.push([cluster])
  }
  return visually(groups).map(toRun)
}

async function shapeClusters(text: string, base: Direction, style: Style): Promise<Cluster[]> {
  const { levels } = bidi.getEmbeddingLevels(text, base)
  const families = familiesFor(text, style.language)
  const known = style.chosen.known.get(families) ?? new Map<number, Font | undefined>()
  style.chosen.known.set(families, known)
  const clusters: Cluster[] = []
  let index = 0
  for (const segment of splitGraphemes(text)) {
    const level = levels[index] ?? 0
    index += segment.length
    const visible = segment.replaceAll(INVISIBLE, '')
    if (visible === '') continue
    const shown = level % 2 === 1 ? (bidi.getMirroredCharacter(visible) ?? visible) : visible
    const point = shown.codePointAt(0) ?? 0
    // Awaited only at a character's first occurrence: a document has thousands.
    const font = known.has(point) ? known.get(point) : await choose(known, families, point, style)
    if (font !== undefined) clusters.push({ text: printable(shown, font), level, font })
    else {
      const fallback = await choose(known, families, REPLACEMENT.codePointAt(0) ?? 0, style)
      if (fallback) clusters.push({ text: REPLACEMENT, level, font: fallback })
    }
  }
  return clusters
}

async function choose(
  known: Map<number, Font | undefined>,
  families: readonly Family[],
  point: number,
  { weight, chosen }: Style,
): Promise<Font | undefined> {
  const font = await findFont(families, point, weight, chosen.opened)
  known.set(point, font)
  return font
}

/** Drops marks that the letter's font lacks. */
function printable(cluster: string, { shaper }: Font): string {
  const points = Array.from(cluster)
  const isShown = (point: string, n: number) =>
    n === 0 || point === '\u200D' || shaper.hasGlyph(point.codePointAt(0) ?? 0)
  return points.filter(isShown).join('')
}

/** Rule L2: whatever is at a level or above it is reversed, from the highest level down to 1. */
function visually(groups: readonly Cluster[][]): Cluster[][] {
  const ordered = [...groups]
  const embeddingLevel = (n: number) => ordered[n]?.[0]?.level ?? -1
  const highest = Math.max(0, ...ordered.map(([first]) => first?.level ?? 0))
  for (let level = highest; level >= 1; level--) {
    for (let start = 0; start < ordered.length; start++) {
      if (embeddingLevel(start) < level) continue
      let end = start
      while (end < ordered.length && embeddingLevel(end) >= level) end++
      ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed())
      start = end
    }
  }
  return ordered
}

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

function toRun(clusters: readonly Cluster[]): Run {
  const [{ font, level } = never()] = clusters
  const texts = clusters.map(({ text }) => text)
  const logical = texts.join('')
  // A font reverses these scripts' letters itself, but not brackets and dashes between them.
  const isReversed = level % 2 === 1 && !RIGHT_TO_LEFT.test(logical)
  const text = isReversed ? texts.toReversed().join('') : logical
  const { advanceWidth } = font.shaper.layout(text)
  return { font, text, width: (advanceWidth * 1000) / font.shaper.unitsPerEm }
}

function never(): never {
  throw new Error('a run has at least one character')
}
