// Syntax colors as classes: the policy allows no style attribute.
import { createCssVariablesTheme, type Highlighter, type ShikiTransformer } from 'shiki'

export const theme = createCssVariablesTheme({ name: 'florin', fontStyle: false })

const KINDS: Readonly<Record<string, string>> = {
  comment: 'comment',
  string: 'string',
  'string-expression': 'string',
  constant: 'number',
  keyword: 'word',
  function: 'word',
  parameter: 'key',
}

export const classTransformer: ShikiTransformer = {
  pre(node) {
    delete node.properties['style']
  },
  span(node) {
    const [, token = ''] = /--shiki-token-([\w-]+)/.exec(String(node.properties['style'])) ?? []
    const kind = KINDS[token]
    delete node.properties['style']
    if (kind !== undefined) node.properties['class'] = `code-${kind}`
  },
}

/** A slow machine must give the same bytes, so a long line is not cut short. */
export function withoutTimeLimit(highlighter: Pick<Highlighter, 'codeToHtml'>): void {
  const { codeToHtml } = highlighter
  highlighter.codeToHtml = (code, options) => codeToHtml(code, { ...options, tokenizeTimeLimit: 0 })
}
