// The appearance that a merchant asks for: a few tokens, each checked here, so that no text from the page becomes
// CSS.
import { chooseAccent, contrast, parseColor, type Theme } from '@florin/pages/color.ts'
import type { Appearance } from '../florin.d.ts'

/** The values in tokens.css that tokens are compared with where a merchant gives none. */
const grounds = {
  light: { background: '#ffffff', text: '#101816' },
  dark: { background: '#18221f', text: '#eef4f2' },
} as const

const READABLE = 4.5

export interface Look {
  readonly theme: Theme
  /** Custom properties on the root element. */
  readonly properties: Readonly<Record<string, string>>
  readonly font_size: number | undefined
  /** Refused values, in words for the merchant. */
  readonly problems: readonly string[]
}

const themes: readonly unknown[] = ['light', 'dark', 'auto']
const sizes = { border_radius: [0, 24], font_size: [16, 20] } as const
const colors = ['color_primary', 'color_background', 'color_text', 'color_danger'] as const
type Color = (typeof colors)[number]
type Size = keyof typeof sizes

export function resolveLook(appearance: Appearance, isDark: boolean): Look {
  const problems: string[] = []
  const { theme: asked = 'light', variables = {}, ...others } = Object(appearance) as Appearance
  if (!themes.includes(asked)) problems.push('theme must be light, dark or auto.')
  const theme = asked === 'dark' || (asked === 'auto' && isDark) ? 'dark' : 'light'
  const sent = Object(variables) as Record<string, unknown>
  const known: readonly string[] = [...colors, ...Object.keys(sizes)]
  const unknown = [...Object.keys(others), ...Object.keys(sent).filter((n) => !known.includes(n))]
  problems.push(...unknown.map((name) => `${name} is not a part of the appearance.`))
  const size = (name: Size) => checkSize(name, sent[name], problems)
  const radius = size('border_radius')
  const properties = {
    ...pickColors(theme, sent, problems),
    ...(radius === undefined ? {} : { '--r-md': `${radius}px` }),
  }
  return { theme, properties, font_size: size('font_size'), problems }
}

function checkSize(name: Size, value: unknown, problems: string[]): number | undefined {
  if (value === undefined) return undefined
  const [least, most] = sizes[name]
  if (typeof value === 'number' && value >= least && value <= most) return value
  problems.push(`${name} must be a number of pixels from ${least} to ${most}.`)
  return undefined
}

function pickColors(
  theme: Theme,
  sent: Record<string, unknown>,
  problems: string[],
): Record<string, string> {
  const color = (name: Color) => {
    const value = sent[name]
    if (value === undefined) return undefined
    if (typeof value === 'string' && parseColor(value)) return value
    problems.push(`${name} must be a color such as #0f766e.`)
    return undefined
  }
  const background = color('color_background') ?? grounds[theme].background
  const readable = (name: Color) => {
    const value = color(name)
    if (value === undefined || ratio(value, background) >= READABLE) return value
    problems.push(`${name} cannot be read on ${background}: the contrast is below ${READABLE}.`)
    return undefined
  }
  const text = readable('color_text')
  const danger = readable('color_danger')
  const primary = color('color_primary')
  const accent = primary === undefined ? undefined : chooseAccent(primary, theme)
  // A background on which the theme's text cannot be read needs its own text color.
  if (text === undefined && ratio(grounds[theme].text, background) < READABLE) {
    problems.push(`color_background needs a color_text that can be read on it.`)
    return accent ? { '--accent-ink': accent.accent_ink } : {}
  }
  return {
    '--raised': background,
    ...(text === undefined ? {} : { '--ink': text, '--ink-2': text, '--ink-3': text }),
    ...(danger === undefined ? {} : { '--bad': danger }),
    ...(accent === undefined ? {} : { '--accent-ink': accent.accent_ink }),
  }
}

function ratio(a: string, b: string): number {
  const [first, second] = [parseColor(a), parseColor(b)]
  return first && second ? contrast(first, second) : 1
}

/** Through the object model, which the page's policy allows; a style attribute would be refused. */
export function applyLook({ theme, properties, font_size }: Look): void {
  const root = document.documentElement
  root.removeAttribute('style')
  root.style.colorScheme = theme
  if (font_size !== undefined) root.style.fontSize = `${font_size}px`
  for (const [name, value] of Object.entries(properties)) root.style.setProperty(name, value)
  for (const media of darkRules()) media.mediaText = theme === 'dark' ? 'all' : 'not all'
}

let found: MediaList[] | undefined

/** The style sheet rules that would follow the device; here the merchant's page decides. */
function darkRules(): MediaList[] {
  found ??= [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .flatMap((rule) => (rule instanceof CSSMediaRule ? [rule.media] : []))
    .filter(({ mediaText }) => mediaText.includes('prefers-color-scheme'))
  return found
}
