// Prints in a separate process: fonts stay out of the memory of api and worker.
import { serveTasks } from '#kernel/contained_process.ts'
import { makePaper } from '#core/pdf/paper.ts'
import type { EvidenceTexts } from './print_evidence.ts'

const MARGIN = 56
const GAP = 12
/** One drawn text is at most 2,000 characters long. */
const PIECE = 1_500

serveTasks<EvidenceTexts, Uint8Array>(async (texts) => {
  const paper = makePaper({
    title: 'Dispute evidence',
    author: 'Florin',
    language: 'en',
    direction: 'ltr',
    created: new Date(0),
  })
  const width = paper.width - 2 * MARGIN
  let y = MARGIN
  const write = async (text: string, size: number, weight: 400 | 600) => {
    const words = { width, size, weight, max_lines: 60 }
    if (y + (await paper.heightOf(text, words)) > paper.height - MARGIN && y > MARGIN) {
      paper.addPage()
      y = MARGIN
    }
    y += await paper.text(text, { ...words, x: MARGIN, y })
  }
  for (const [field, text] of Object.entries(texts)) {
    await write(field.replaceAll('_', ' '), 11, 600)
    for (const piece of pieces(text)) await write(piece, 10, 400)
    y += GAP
  }
  return paper.bytes()
})

function pieces(text: string): string[] {
  return text.match(new RegExp(`[^]{1,${PIECE}}`, 'gu')) ?? []
}
