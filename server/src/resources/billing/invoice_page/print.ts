// An invoice or a credit note on paper: A4, as many pages as its lines need.
import { chooseAccent } from '@florin/pages/color.ts'
import type { Seller } from '@florin/pages/contract.ts'
import type { Fact, InvoiceText } from '@florin/pages/invoice_sums.ts'
import { makePaper, type Paper } from '#core/pdf/paper.ts'
import type { PrintedDocument } from './documents.ts'
import { logoBytes } from './logo.ts'

export interface Printed {
  readonly document: PrintedDocument
  readonly seller: Seller
  readonly text: InvoiceText
  /** In a sandbox the paper says that no money moves. */
  readonly is_test: boolean
}

/** Data that can be sent to the printing process. */
export interface PrintOrder extends Omit<Printed, 'text'> {
  readonly locale: string
  readonly unit: { readonly currency: string; readonly exponent: number }
}

interface Printing extends Printed {
  readonly paper: Paper
  readonly accent: string
}

const MARGIN = 48
const GREY = '#5c6863'
const LINE = '#e3e7e5'
const TEAL = '#0f766e'
const BODY = 9.5
const BOTTOM = 72

const stateColors = {
  open: { ground: '#fdf3e1', ink: '#8a4b08' },
  pending: { ground: '#e9f1fd', ink: '#1757b8' },
  paid: { ground: '#e8f7ef', ink: '#067647' },
  void: { ground: '#e3e7e5', ink: '#46524e' },
} as const

export async function printDocument(printed: Printed): Promise<Buffer> {
  const { document, seller, text } = printed
  const title = [document.name, document.number].filter(Boolean).join(' ')
  const paper = makePaper({
    title,
    author: seller.name,
    language: text.locale,
    direction: text.direction,
    created: new Date(document.issued_at),
  })
  const accent = (seller.color && chooseAccent(seller.color, 'light')?.accent_ink) || TEAL
  const printing = { ...printed, paper, accent }
  let y = await head(printing)
  y = await parties(printing, y)
  y = await lead(printing, y)
  y = await lines(printing, y)
  y = await sums(printing, y)
  await notes(printing, y)
  await feet(printing)
  return paper.bytes()
}

function span(paper: Paper): number {
  return paper.width - 2 * MARGIN
}

/** The seller on one side, the word and the state on the other. */
async function head({ paper, seller, document, accent }: Printing): Promise<number> {
  const half = span(paper) / 2
  const top = 54
  paper.paint({ x: 0, y: 0, width: paper.width, height: 6 }, accent)
  const logo = logoBytes(seller.logo)
  const box = { x: MARGIN, y: top - 4, width: 96, height: 32 }
  const taken = logo ? paper.image(logo, box) : 0
  const gap = taken === 0 ? 0 : taken + 12
  const name = { width: half - gap, size: 13, weight: 600, max_lines: 3 } as const
  const height = await paper.text(seller.name, { ...name, x: MARGIN + gap, y: top })
  const word = { x: MARGIN + half, width: half, size: 24, weight: 600, align: 'end' } as const
  await paper.text(document.name, { ...word, y: top - 12 })
  await badge(paper, document.badge, top + 26)
  return Math.max(top + height, top + 48) + 26
}

async function badge(paper: Paper, { text, look }: PrintedDocument['badge'], y: number) {
  const { ground, ink } = stateColors[look]
  const width = (await paper.widthOf(text, 9, 600)) + 18
  const x = paper.width - MARGIN - width
  paper.paint({ x, y, width, height: 19 }, ground, 9.5)
  await paper.text(text, { x, y: y + 3, width, size: 9, weight: 600, color: ink, align: 'center' })
}

/** Whom it is for, and its number and dates. */
async function parties({ paper, document, text }: Printing, top: number): Promise<number> {
  const { t } = text
  const left = { x: MARGIN, width: span(paper) * 0.42, size: BODY } as const
  let y = top
  y += await paper.text(t('bill_to'), { ...left, y, color: GREY })
  const [name, ...others] = document.address
  if (name !== undefined) y += await paper.text(name, { ...left, y, weight: 600, max_lines: 3 })
  for (const line of others) y += await paper.text(line, { ...left, y, max_lines: 3 })
  const right = await facts(paper, document.facts, top)
  return Math.max(y, right) + 26
}

async function facts(paper: Paper, all: readonly Fact[], top: number): Promise<number> {
  const start = MARGIN + span(paper) * 0.48
  const label = { x: start, width: span(paper) * 0.19, size: BODY, color: GREY } as const
  const value = {
    x: start + label.width + 8,
    width: paper.width - MARGIN - (start + label.width + 8),
    size: BODY,
    align: 'end',
  } as const
  let y = top
  for (const [name, what] of all) {
    const named = await paper.text(name, { ...label, y })
    const shown = await paper.text(what, { ...value, y })
    y += Math.max(named, shown) + 3
  }
  return y
}

/** The headline: amount and due date. */
async function lead({ paper, document }: Printing, top: number): Promise<number> {
  const { amount, moment } = document
  const room = { x: MARGIN, width: span(paper) } as const
  const height = await paper.text(amount, { ...room, y: top, size: 22, weight: 600 })
  const y = top + height - 2
  return y + (await paper.text(moment, { ...room, y, size: 11, color: GREY })) + 24
}

/** Table columns, from the side on which the language begins. */
function tableColumns(paper: Paper) {
  const all = span(paper)
  const amount = { x: MARGIN + all - 118, width: 118, align: 'end' } as const
  const quantity = { x: amount.x - 70, width: 62, align: 'end' } as const
  return { amount, quantity, what: { x: MARGIN, width: quantity.x - MARGIN - 12 } }
}

function rule(paper: Paper, y: number, color = LINE, height = 0.75): void {
  paper.paint({ x: MARGIN, y, width: span(paper), height }, color)
}

async function heading({ paper, text }: Printing, y: number): Promise<number> {
  const { t } = text
  const columns = tableColumns(paper)
  const style = { y, size: 8.5, color: GREY } as const
  await paper.text(t('line_description'), { ...columns.what, ...style })
  await paper.text(t('quantity'), { ...columns.quantity, ...style })
  const height = await paper.text(text.t('amount'), { ...columns.amount, ...style })
  rule(paper, y + height + 5, '#cbd2cf', 1)
  return y + height + 14
}

async function lines(printing: Printing, top: number): Promise<number> {
  const { paper, document, text } = printing
  const { amount, quantity, what } = tableColumns(paper)
  let y = await heading(printing, top)
  for (const line of document.lines) {
    const name = { ...what, size: BODY, weight: 600, max_lines: 6 } as const
    const needed = (await paper.heightOf(line.description, name)) + 34
    if (y + needed > paper.height - BOTTOM) y = await heading(printing, nextPage(paper))
    await paper.text(line.quantity, { ...quantity, y, size: BODY })
    await paper.text(line.amount, { ...amount, y, size: BODY })
    y += await paper.text(line.description, { ...name, y })
    y += await paper.text(line.about, { ...what, y, size: 8.5, color: GREY })
    rule(paper, y + 7)
    y += 16
  }
  const { lines_left_out: count } = document
  if (count === 0) return y
  const more = `… ${text.t('more_lines', { count })}`
  return y + (await paper.text(more, { ...what, y, size: BODY })) + 8
}

function nextPage(paper: Paper): number {
  paper.addPage()
  return MARGIN
}

/** The last sum stands out. */
async function sums({ paper, document, accent }: Printing, top: number): Promise<number> {
  const all = document.sums
  const needed = all.length * 22 + 20
  let y = top + needed > paper.height - BOTTOM ? nextPage(paper) : top
  const width = span(paper) * 0.52
  const x = paper.width - MARGIN - width
  for (const [n, [name, value]] of all.entries()) {
    const isLast = n === all.length - 1
    const style = isLast ? ({ size: 12, weight: 600 } as const) : { size: BODY }
    if (isLast) {
      paper.paint({ x, y: y + 1, width, height: 1.5 }, accent)
      y += 10
    }
    const named = await paper.text(name, { x, y, width: width * 0.55, ...style })
    const place = { x: x + width * 0.55, y, width: width * 0.45, align: 'end' } as const
    const shown = await paper.text(value, { ...place, ...style })
    y += Math.max(named, shown) + 6
  }
  return y + 24
}

/** An invoice's credit notes: amounts, dates and reasons. */
async function notes({ paper, document, text }: Printing, top: number): Promise<void> {
  const { notes: all, notes_left_out: count } = document
  if (all.length === 0) return
  const { amount, what } = tableColumns(paper)
  const title = { ...what, size: BODY, weight: 600 } as const
  let y = top + 60 > paper.height - BOTTOM ? nextPage(paper) : top
  y += await paper.text(text.t('credit_notes'), { ...title, y })
  rule(paper, y + 5, '#cbd2cf', 1)
  y += 14
  for (const note of all) {
    if (y + 40 > paper.height - BOTTOM) y = nextPage(paper)
    await paper.text(note.amount, { ...amount, y, size: BODY })
    y += await paper.text(note.number, { ...what, y, size: BODY })
    y += await paper.text(note.about, { ...what, y, size: 8.5, color: GREY })
    rule(paper, y + 7)
    y += 16
  }
  if (count === 0) return
  const more = `… ${text.t('more_credit_notes', { count })}`
  await paper.text(more, { ...what, y, size: BODY })
}

/** On every page: the seller, and the page number. */
async function feet({ paper, seller, document, text, is_test }: Printing): Promise<void> {
  const { t } = text
  const about = [seller.name.slice(0, 80), document.number].filter(Boolean).join(' · ')
  const { pages } = paper
  const y = paper.height - 46
  const style = { size: 8, color: GREY, max_lines: 1 } as const
  for (let page = 0; page < pages; page++) {
    paper.turnTo(page)
    rule(paper, y - 10)
    const width = span(paper) / 2
    await paper.text(is_test ? text.t('test_mode') : about, { ...style, x: MARGIN, y, width })
    const counted = t('page_of', { page: String(page + 1), pages: String(pages) })
    await paper.text(counted, { ...style, x: MARGIN + width, y, width, align: 'end' })
  }
}
