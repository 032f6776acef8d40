// The font files. Each family is split into files with some hundred characters, and a file is read when a text needs
// it: decompressed, fixed to one weight, and cached for later documents.
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'
import type { Family } from './families.ts'
import { openShaper, type Shaper } from './shape.ts'

export type Weight = 400 | 600

export interface Font {
  /** Unique among all files and weights. */
  readonly name: string
  readonly bytes: Uint8Array
  readonly shaper: Shaper
}

interface File {
  readonly name: string
  readonly path: string
}

/** Consecutive code points in a file. */
interface Range {
  readonly first: number
  readonly last: number
  readonly file: File
  /** The largest code point in this range and those before it: some files overlap. */
  reach: number
}

const require = createRequire(import.meta.url)
const ranges = new Map<Family, readonly Range[]>()

/** Sorted by the first code point. */
function loadRanges(family: Family): readonly Range[] {
  const known = ranges.get(family)
  if (known !== undefined) return known
  const list = require.resolve(`@fontsource-variable/${family}/unicode.json`)
  const files = JSON.parse(readFileSync(list, 'utf8')) as Record<string, string>
  const all = Object.entries(files).flatMap(([key, text]) => {
    const name = `${family}-${key.replaceAll(/[[\]]/g, '')}`
    const file = { name, path: join(dirname(list), 'files', `${name}-wght-normal.woff2`) }
    return text.split(',').map((part) => {
      const [first = '', last = first] = part.replace('U+', '').split('-')
      const end = Number.parseInt(last, 16)
      return { first: Number.parseInt(first, 16), last: end, file, reach: end }
    })
  })
  const sorted = all.toSorted((a, b) => a.first - b.first)
  let reach = 0
  for (const range of sorted) range.reach = reach = Math.max(reach, range.last)
  ranges.set(family, sorted)
  return sorted
}

function findFontFile(family: Family, point: number): File | undefined {
  const sorted = loadRanges(family)
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.first ?? Infinity) <= point) low = middle + 1
    else high = middle
  }
  for (let n = low - 1; n >= 0; n--) {
    const range = sorted[n]
    if (range === undefined || range.reach < point) return undefined
    if (range.last >= point) return range.file
  }
  return undefined
}

/** About 100 kB each. A document in Chinese uses about thirty. */
const MAX_CACHED = 300
const cache = new Map<string, Promise<Font>>()

function load(file: File, weight: Weight): Promise<Font> {
  const key = `${file.name}-${weight}`
  const font = cache.get(key) ?? open(file, weight)
  // Moved to the end: the first one is the one that was not used for the longest time.
  cache.delete(key)
  cache.set(key, font)
  const [oldest] = cache.keys()
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest)
  font.catch(() => cache.delete(key))
  return font
}

async function open({ name, path }: File, weight: Weight): Promise<Font> {
  const bytes = await subsetFont(await readFile(path), undefined, {
    targetFormat: 'truetype',
    keepAllGlyphs: true,
    noHinting: true,
    variationAxes: { wght: weight },
  })
  return { name: `${name}-${weight}`, bytes, shaper: openShaper(bytes) }
}

/** A document with one character from each file would take seconds. */
const MAX_OPENED = 60

/** Returns the font from the first family that has a glyph for the code point. `opened` has the document's files. */
export async function findFont(
  families: readonly Family[],
  point: number,
  weight: Weight,
  opened: Set<string>,
): Promise<Font | undefined> {
  for (const family of families) {
    const file = findFontFile(family, point)
    if (file === undefined) continue
    if (!opened.has(file.name) && opened.size >= MAX_OPENED) continue
    opened.add(file.name)
    const font = await load(file, weight)
    if (font.shaper.hasGlyph(point)) return font
  }
  return undefined
}
