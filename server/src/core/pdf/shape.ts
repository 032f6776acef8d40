// HarfBuzz chooses and places a text's glyphs, as in browsers: letters are joined, and marks sit on their letters.
// The font itself does the rest for the document: it has the outlines, and makes a subset.
import * as harfbuzz from 'harfbuzzjs'

interface Glyph {
  readonly id: number
  readonly advanceWidth: number
  readonly codePoints: readonly number[]
}

interface Position {
  xAdvance: number
  yAdvance: number
  xOffset: number
  yOffset: number
}

interface Shaped {
  readonly glyphs: Glyph[]
  /** The reader may scale them. */
  readonly positions: Position[]
  readonly advanceWidth: number
}

export interface Shaper {
  readonly unitsPerEm: number
  hasGlyph(code_point: number): boolean
  layout(text: string): Shaped
}

/** The font in these bytes, laid out by HarfBuzz instead of its own layout. */
export function openShaper(bytes: Uint8Array): Shaper {
  // A copy, because a Buffer is often part of a larger memory block.
  const face = new harfbuzz.Face(new harfbuzz.Blob(new Uint8Array(bytes).buffer), 0)
  const font = new harfbuzz.Font(face)
  return {
    unitsPerEm: face.upem,
    hasGlyph: (code_point) => font.nominalGlyph(code_point) !== undefined,
    layout: (text) => shape(font, text),
  }
}

function shape(font: harfbuzz.Font, text: string): Shaped {
  const buffer = new harfbuzz.Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  harfbuzz.shape(font, buffer)
  const infos = buffer.getGlyphInfos()
  const clusterText = clustersIn(text, infos)
  const glyphs = infos.map(({ codepoint: id, cluster }) => ({
    id,
    advanceWidth: font.glyphHAdvance(id),
    codePoints: Array.from(clusterText(cluster), (letter) => letter.codePointAt(0) ?? 0),
  }))
  const positions = buffer.getGlyphPositions().map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({
    xAdvance,
    yAdvance,
    xOffset,
    yOffset,
  }))
  return { glyphs, positions, advanceWidth: positions.reduce((sum, p) => sum + p.xAdvance, 0) }
}

/**
 * The letters that a glyph stands for, so that text can be copied; if one letter has several glyphs, the first has
 * it.
 */
function clustersIn(text: string, infos: readonly { cluster: number }[]) {
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].toSorted((a, b) => a - b)
  const ends = new Map(starts.map((start, n) => [start, starts[n + 1] ?? text.length]))
  return (start: number) => {
    const end = ends.get(start)
    ends.delete(start)
    return end === undefined ? '' : text.slice(start, end)
  }
}
