// The seller's colour on the page: whatever it is, text on it and text in it stays readable (WCAG 2.2, 4.5 : 1).
// Runs on the server only, which writes the result into the page.

type Rgb = readonly [red: number, green: number, blue: number]

const READABLE = 4.5
const WHITE: Rgb = [255, 255, 255]
const INK: Rgb = [4, 12, 10]

/** The ground that the colour lies on, and how much a button must stand out from it. */
const themes = {
  light: { ground: [241, 243, 242], away: INK, visible: 1.25 },
  dark: { ground: [24, 34, 31], away: WHITE, visible: 2 },
} as const satisfies Record<string, { ground: Rgb; away: Rgb; visible: number }>
export type Theme = keyof typeof themes

export interface Accent {
  /** The button, and the text on it. */
  accent: string
  accent_hover: string
  accent_text: string
  /** Links, rings and marks. */
  accent_ink: string
  accent_soft: string
}

export function parseColor(hex: string): Rgb | undefined {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex)
  if (digits === null) return undefined
  const [red = 0, green = 0, blue = 0] = digits.slice(1).map((pair) => Number.parseInt(pair, 16))
  return [red, green, blue]
}

/** The colour itself where it can be read, else moved just far enough. */
export function chooseAccent(color: string, theme: Theme): Accent | undefined {
  const asked = parseColor(color)
  if (asked === undefined) return undefined
  const { ground, away, visible } = themes[theme]
  const accent = strengthen(
    asked,
    away,
    (candidate) =>
      contrast(candidate, ground) >= visible && contrast(candidate, textOn(candidate)) >= READABLE,
  )
  const text = textOn(accent)
  const ink = strengthen(asked, away, (candidate) => contrast(candidate, ground) >= READABLE)
  return {
    accent: hex(accent),
    // Away from the text, so that its contrast only grows.
    accent_hover: hex(mix(accent, text === WHITE ? INK : WHITE, 0.16)),
    accent_text: hex(text),
    accent_ink: hex(ink),
    accent_soft: hex(mix(ground, ink, 0.1)),
  }
}

function textOn(color: Rgb): Rgb {
  return contrast(color, WHITE) >= READABLE ? WHITE : INK
}

function strengthen(color: Rgb, towards: Rgb, isEnough: (color: Rgb) => boolean): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mix(color, towards, share)
    if (isEnough(candidate)) return candidate
  }
  return towards
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (n: 0 | 1 | 2) => Math.round(from[n] + (to[n] - from[n]) * share)
  return [part(0), part(1), part(2)]
}

function hex(color: Rgb): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** The WCAG 2.2 contrast ratio. */
export function contrast(a: Rgb, b: Rgb): number {
  const [lighter, darker] = [luminance(a), luminance(b)].toSorted((x, y) => y - x)
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05)
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
