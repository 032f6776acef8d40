// HTML building blocks for all pages: the seller's color, and headers that let nothing run but this server's files.
import { createHash } from 'node:crypto'
import { chooseAccent } from './color.ts'
import type { Asset } from './contract.ts'
import { escape } from './escape.ts'
import { directionOf } from '@florin/locales/text.ts'

export interface RenderedPage {
  html: string
  headers: Record<string, string>
}

interface Parts {
  locale: string
  title: string
  description?: string
  /** A page without one is complete as it is. */
  script?: Asset
  style: Asset
  /** A style element. */
  colors?: string
  /** Readable before the script runs. */
  content?: string
  /** Shown where no script runs. */
  no_script?: string
  /** For the script, by element id. */
  data?: Readonly<Record<string, unknown>>
}

export function renderDocument(parts: Parts): string {
  const { locale, title, description, script, style, colors = '', content = '' } = parts
  const data = Object.entries(parts.data ?? {}).map(
    ([id, value]) => `<script type="application/json" id="${id}">${json(value)}</script>`,
  )
  const about =
    description === undefined ? '' : `<meta name="description" content="${escape(description)}">\n`
  const { no_script } = parts
  const noScript = no_script
    ? `<noscript><p class="no-script">${escape(no_script)}</p></noscript>`
    : ''
  const ran = script
    ? `<script type="module" src="${script.url}" integrity="${script.integrity}"></script>`
    : ''
  return `<!doctype html>
<html lang="${escape(locale)}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="color-scheme" content="light dark">
${about}<title>${escape(title)}</title>
<link rel="stylesheet" href="${style.url}" integrity="${style.integrity}">
<link rel="icon" href="data:,">
${colors === '' ? '' : `<style>${colors}</style>\n`}</head>
<body>
<div id="app">${content}</div>
${[noScript, ...data, ran].join('\n')}
</body>
</html>
`
}

/** The seller's colour for both themes; made from checked digits only. */
export function colorStyle(color: string | null): string {
  if (color === null) return ''
  const [light, dark] = (['light', 'dark'] as const).map((theme) => {
    const accent = chooseAccent(color, theme)
    if (accent === undefined) return ''
    const lines = Object.entries(accent).map(
      ([name, value]) => `--${name.replaceAll('_', '-')}:${value}`,
    )
    return `:root{${lines.join(';')}}`
  })
  return light === '' ? '' : `${light}@media(prefers-color-scheme:dark){${dark}}`
}

interface Allowed {
  /** The one script's integrity hash; without it, none runs. */
  script?: string
  /** A style element. */
  colors?: string
  logo?: string | null
  /** The origins whose pages may embed this one; without it, none. */
  ancestors?: readonly string[]
  /** Pages of this server may embed it, and it connects to nothing. */
  is_preview?: boolean
}

export function pageHeaders(allowed: Allowed): Record<string, string> {
  const { ancestors, is_preview } = allowed
  const embedding =
    ancestors === undefined
      ? {
          'x-frame-options': is_preview ? 'SAMEORIGIN' : 'DENY',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
        }
      : // Pages that isolate themselves embed only documents that declare both.
        {
          'cross-origin-embedder-policy': 'require-corp',
          'cross-origin-resource-policy': 'cross-origin',
        }
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentPolicy(allowed),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...embedding,
    'permissions-policy':
      'camera=(), geolocation=(), microphone=(), payment=(self), usb=(), browsing-topics=()',
  }
}

function contentPolicy({
  script = 'none',
  colors = '',
  logo = null,
  is_preview = false,
  ancestors = [is_preview ? "'self'" : "'none'"],
}: Allowed): string {
  const policy = {
    'default-src': ["'none'"],
    'script-src': [`'${script}'`],
    'style-src': ["'self'", ...(colors === '' ? [] : [`'${computeIntegrity(colors)}'`])],
    'img-src': ["'self'", 'data:', ...logoSource(logo)],
    'connect-src': [is_preview ? "'none'" : "'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ancestors,
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  }
  return Object.entries(policy)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')
}

/** The seller's one image, and nothing else from its server. */
function logoSource(logo: string | null): string[] {
  const [origin] = originSource(logo ?? '')
  if (logo === null || !origin?.startsWith('https:')) return []
  return [origin + new URL(logo).pathname.replaceAll(/[;,\s]/g, encodeURIComponent)]
}

/** The URL's origin as a policy source. A host with other characters could add a rule, and is left out. */
export function originSource(url: string): string[] {
  if (!URL.canParse(url)) return []
  const { origin } = new URL(url)
  return /^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(origin) ? [origin] : []
}

function computeIntegrity(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** Inside a script element only `<` could end it or open a comment. */
function json(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
