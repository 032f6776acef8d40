// HarfBuzz chooses and places the glyphs of a text, as in browsers: letters are joined, and marks sit on their letters.
// The font itself does the rest for the document: it has the outlines, and makes a subset of them.
import type * as fontkit from 'fontkit'
import * as harfbuzz from 'harfbuzzjs'

interface Position {
  xAdvance: number
  yAdvance: number
  xOffset: number
  yOffset: number
}

export interface Shaped {
  readonly glyphs: fontkit.Glyph[]
  /** The reader may scale them. */
  readonly positions: Position[]
  readonly advanceWidth: number
}

export interface Shaper extends Omit<fontkit.Font, 'layout'> {
  layout(text: string): Shaped
}

/** The font of these bytes, with HarfBuzz in the place of its own layout. */
export function withHarfBuzz(font: fontkit.Font, bytes: Uint8Array): Shaper {
  // A copy, because a Buffer is often a part of a larger block of memory.
  const face = new harfbuzz.Face(new harfbuzz.Blob(new Uint8Array(bytes).buffer), 0)
  const shaping = new harfbuzz.Font(face)
  const layout = (text: string) => shape(font, shaping, text)
  return Object.assign(font as Omit<fontkit.Font, 'layout'>, { layout })
}

function shape(font: fontkit.Font, shaping: harfbuzz.Font, text: string): Shaped {
  const buffer = new harfbuzz.Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  harfbuzz.shape(shaping, buffer)
  const infos = buffer.getGlyphInfos()
  const clusterText = clustersIn(text, infos)
  const glyphs = infos.map(({ codepoint: id, cluster }) => {
    const points = Array.from(clusterText(cluster), (letter) => letter.codePointAt(0) ?? 0)
    return font.getGlyph(id, points)
  })
  const positions = buffer.getGlyphPositions().map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({
    xAdvance,
    yAdvance,
    xOffset,
    yOffset,
  }))
  return { glyphs, positions, advanceWidth: positions.reduce((sum, p) => sum + p.xAdvance, 0) }
}

/** The letters that a glyph stands for, so that text can be copied; of several glyphs for one letter the first has it. */
function clustersIn(text: string, infos: readonly { cluster: number }[]) {
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].toSorted((a, b) => a - b)
  const ends = new Map(starts.map((start, n) => [start, starts[n + 1] ?? text.length]))
  return (start: number) => {
    const end = ends.get(start)
    ends.delete(start)
    return end === undefined ? '' : text.slice(start, end)
  }
}
