// E-mail content, as plain text and as HTML. Everything is escaped, so it may contain a merchant's own text. The
// styles are inline and the layout has no tables, because mail clients drop style sheets.
import { escape } from '@florin/pages/escape.ts'
import type { Mail } from './mailer.ts'

export interface MailContent {
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly subject: string
  /** Printed at the top, such as the seller's name. */
  readonly from: string
  readonly heading?: string
  /** The subject, such as an amount, set apart from the text. */
  readonly figure?: Figure
  readonly paragraphs: readonly string[]
  readonly button?: Button
  /** Small print. */
  readonly notes: readonly string[]
}

interface Figure {
  readonly label: string
  readonly value: string
}

interface Button {
  readonly label: string
  readonly url: string
}

export function composeMail(id: string, to: string, content: MailContent): Mail {
  const subject = oneLine(content.subject)
  return { id, to, subject, text: renderText(content), html: renderHtml(content) }
}

/** For names in a subject or a sentence: a line break would end a header. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function renderText({ heading, figure, paragraphs, button, notes }: MailContent): string {
  const lines = [
    ...(heading === undefined ? [] : [heading]),
    ...(figure === undefined ? [] : [`${figure.label}: ${figure.value}`]),
    ...paragraphs,
    ...(button === undefined ? [] : [`${button.label}: ${button.url}`]),
    ...notes,
  ]
  return `${lines.join('\n\n')}\n`
}

const FONT = "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"

const styles = {
  page: `margin: 0; padding: 24px 12px; background: #f1f3f2; font: 16px/1.5 ${FONT}; color: #101816`,
  box: 'max-width: 520px; margin: 0 auto; padding: 32px; background: #ffffff; border: 1px solid #e3e7e5; border-radius: 12px',
  from: 'margin: 0 0 24px; font-size: 15px; font-weight: 600; color: #46524e',
  heading: 'margin: 0 0 20px; font-size: 22px; line-height: 1.3; font-weight: 600',
  figure: 'margin: 0 0 20px; padding: 16px 20px; background: #f1f3f2; border-radius: 8px',
  label: 'display: block; font-size: 13px; color: #46524e',
  value: 'display: block; font-size: 22px; font-weight: 600',
  paragraph: 'margin: 0 0 16px',
  action: 'margin: 24px 0 16px',
  button:
    'display: inline-block; padding: 12px 24px; background: #0f766e; color: #ffffff; font-weight: 600; text-decoration: none; border-radius: 8px',
  address: 'margin: 0 0 16px; font-size: 13px; word-break: break-all',
  note: 'margin: 16px 0 0; font-size: 13px; color: #5c6863',
} as const

function renderHtml(content: MailContent): string {
  const { language, direction, subject, from, heading, figure, paragraphs, button, notes } = content
  const parts = [
    element('p', 'from', from),
    ...(heading === undefined ? [] : [element('h1', 'heading', heading)]),
    ...(figure === undefined ? [] : [renderFigure(figure)]),
    ...paragraphs.map((text) => element('p', 'paragraph', text)),
    ...(button === undefined ? [] : [renderButton(button)]),
    ...notes.map((text) => element('p', 'note', text)),
  ]
  // Repeated on the box, because web mail drops the `html` element's attributes.
  const attributes = `lang="${language}" dir="${direction}"`
  return `<!doctype html>
<html ${attributes}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(oneLine(subject))}</title></head>
<body style="${escape(styles.page)}"><div ${attributes} style="${styles.box}">
${parts.join('\n')}
</div></body>
</html>
`
}

function renderFigure({ label, value }: Figure): string {
  return `<p style="${styles.figure}">${element('span', 'label', label)}${element('span', 'value', value)}</p>`
}

/** The address in full too, for readers whose client shows no button. */
function renderButton({ label, url }: Button): string {
  const href = `href="${escape(url)}"`
  return `<p style="${styles.action}"><a style="${styles.button}" ${href}>${escape(label)}</a></p>
<p dir="ltr" style="${styles.address}"><a ${href}>${escape(url)}</a></p>`
}

function element(name: 'p' | 'h1' | 'span', style: keyof typeof styles, text: string): string {
  return `<${name} style="${styles[style]}">${escape(text).replaceAll('\n', '<br>')}</${name}>`
}
