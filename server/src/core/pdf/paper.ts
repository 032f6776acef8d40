// Pages to draw on. Places are given from the side on which the language begins, so that one layout serves both
// directions. The same calls give the same bytes.
import Pdf from 'pdfkit'
import type { Font, Weight } from './fonts.ts'
import { breakLines, type Line } from './lines.ts'
import { type ChosenFonts, type Direction, noFonts } from './runs.ts'
import type { Shaper } from './shape.ts'

export interface Words {
  /** From the side on which the language begins. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
  readonly weight?: Weight
  readonly color?: string
  readonly align?: 'start' | 'end' | 'center'
  readonly max_lines?: number
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Paper {
  readonly width: number
  readonly height: number
  readonly pages: number
  /** Returns the height of the lines. */
  text(text: string, words: Words): Promise<number>
  /** The height that `text` would return. */
  heightOf(text: string, words: Omit<Words, 'x' | 'y'>): Promise<number>
  /** The text's width on one line. */
  widthOf(text: string, size: number, weight?: Weight): Promise<number>
  paint(box: Box, color: string, radius?: number): void
  /** A PNG or JPEG, as large as fits; nothing if it cannot be read. Returns the width that it takes. */
  image(bytes: Buffer, box: Box): number
  addPage(): void
  /** Later calls draw on this page, counted from 0. */
  turnTo(page: number): void
  bytes(): Promise<Buffer>
}

export interface PaperOptions {
  readonly title: string
  readonly author: string
  readonly language: string
  readonly direction: Direction
  readonly created: Date
}

const LINE_HEIGHT = 1.45
/** From a line's top to its baseline. */
const BASELINE = 1.06
const INK = '#101816'
/** Ends each text: its length is bounded wherever it comes from. */
const MAX_LENGTH = 2_000
const MAX_LINES = 12

type Document = InstanceType<typeof Pdf>

export function makePaper(options: PaperOptions): Paper {
  const { title, author, language, direction, created } = options
  const document = new Pdf({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    info: {
      Title: title,
      Author: author,
      Creator: 'Florin',
      Producer: 'Florin',
      CreationDate: created,
    },
  })
  const { width, height } = document.page
  const left = (x: number, span: number) => (direction === 'rtl' ? width - x - span : x)
  const chosen: Readonly<Record<Weight, ChosenFonts>> = { 400: noFonts(), 600: noFonts() }
  const composed = new Map<string, Promise<Line[]>>()
  const compose = (text: string, { size, weight = 400, width, max_lines = MAX_LINES }: Fit) => {
    const room = { width: (width * 1000) / size, max_lines, direction }
    const style = { weight, language, chosen: chosen[weight] }
    const key = JSON.stringify([text, weight, room.width, max_lines])
    const lines =
      composed.get(key) ?? breakLines(text.slice(0, MAX_LENGTH).toWellFormed(), style, room)
    composed.set(key, lines)
    return lines
  }
  return {
    width,
    height,
    get pages() {
      return document.bufferedPageRange().count
    },
    async text(text, words) {
      const lines = await compose(text, words)
      lines.forEach((line, n) => {
        const span = (line.width * words.size) / 1000
        const gap = leftGap(words, direction, words.width - span)
        const y = words.y + n * words.size * LINE_HEIGHT + words.size * BASELINE
        draw(document, line, { ...words, x: left(words.x, words.width) + gap, y })
      })
      return lines.length * words.size * LINE_HEIGHT
    },
    async heightOf(text, words) {
      return (await compose(text, words)).length * words.size * LINE_HEIGHT
    },
    async widthOf(text, size, weight = 400) {
      const lines = await compose(text, { size, weight, width: Infinity, max_lines: 1 })
      return ((lines[0]?.width ?? 0) * size) / 1000
    },
    paint(box, color, radius = 0) {
      const x = left(box.x, box.width)
      document.roundedRect(x, box.y, box.width, box.height, radius).fill(color)
    },
    image: (bytes, box) => drawImage(document, bytes, box, left),
    addPage: () => void document.addPage(),
    turnTo: (page) => void document.switchToPage(page),
    bytes: () => collect(document),
  }
}

type Fit = Pick<Words, 'size' | 'weight' | 'width' | 'max_lines'>

/** The space to the left of a line. */
function leftGap({ align = 'start' }: Words, direction: Direction, free: number): number {
  if (align === 'center') return free / 2
  return (align === 'end') === (direction === 'ltr') ? free : 0
}

/**
 * Scripts in which a glyph is part of a letter or several letters: the text is added for copying and reading aloud.
 */
const SHAPED = /[\u0600-\u109F\u1780-\u17FF]/u

function draw(document: Document, line: Line, { x, y, size, color = INK }: Words): void {
  document.fillColor(color).fontSize(size)
  let position = x
  for (const { font, text, width } of line.runs) {
    useFont(document, font)
    const isShaped = SHAPED.test(text)
    if (isShaped) document.markContent('Span', { actual: text })
    document.text(text, position, y, {
      lineBreak: false,
      baseline: 'alphabetic',
      // With a feature list the whole run is shaped at once, and not word by word.
      features: [],
    })
    if (isShaped) document.endMarkedContent()
    position += (width * size) / 1000
  }
}

/** Not in its types. */
interface WithFont {
  _font: { readonly font: { layout: Shaper['layout'] } }
}

/** PDFKit embeds the font; HarfBuzz lays out its texts. */
function useFont(document: Document, { name, bytes, shaper }: Font): void {
  document.registerFont(name, bytes).font(name)
  const { _font } = document as unknown as WithFont
  _font.font.layout = (...parts) => shaper.layout(...parts)
}

/** Not in its types. */
interface ImageOpener {
  openImage(bytes: Buffer): { width: number; height: number }
}

function drawImage(
  document: Document,
  bytes: Buffer,
  { x, y, width, height }: Box,
  left: (x: number, span: number) => number,
): number {
  try {
    const image = (document as unknown as ImageOpener).openImage(bytes)
    const scale = Math.min(width / image.width, height / image.height)
    const shown = { width: image.width * scale, height: image.height * scale }
    document.image(
      image as unknown as Buffer,
      left(x, shown.width),
      y + (height - shown.height) / 2,
      shown,
    )
    return shown.width
  } catch {
    return 0
  }
}

function collect(document: Document): Promise<Buffer> {
  const parts: Buffer[] = []
  return new Promise((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
    document.end()
  })
}
