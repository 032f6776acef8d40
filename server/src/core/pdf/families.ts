// The fonts, as packages. The first one that has a character prints it.

const WESTERN = ['noto-sans'] as const

const SCRIPTS = [
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-thai',
  'noto-sans-bengali',
  'noto-sans-tamil',
  'noto-sans-telugu',
  'noto-sans-gujarati',
  'noto-sans-gurmukhi',
  'noto-sans-kannada',
  'noto-sans-malayalam',
  'noto-sans-oriya',
  'noto-sans-sinhala',
  'noto-sans-khmer',
  'noto-sans-lao',
  'noto-sans-myanmar',
  'noto-sans-georgian',
  'noto-sans-armenian',
  'noto-sans-ethiopic',
] as const

const SIGNS = ['noto-sans-symbols', 'noto-emoji'] as const

/** Japanese, Chinese and Korean share code points, and draw them differently. */
const HAN = {
  ja: ['noto-sans-jp', 'noto-sans-sc', 'noto-sans-kr'],
  zh: ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'],
  ko: ['noto-sans-kr', 'noto-sans-sc', 'noto-sans-jp'],
} as const

export type Family =
  | (typeof WESTERN)[number]
  | (typeof SCRIPTS)[number]
  | (typeof HAN)[keyof typeof HAN][number]
  | (typeof SIGNS)[number]

type Han = keyof typeof HAN

const orders: Readonly<Record<Han, readonly Family[]>> = {
  ja: [...WESTERN, ...SCRIPTS, ...HAN.ja, ...SIGNS],
  zh: [...WESTERN, ...SCRIPTS, ...HAN.zh, ...SIGNS],
  ko: [...WESTERN, ...SCRIPTS, ...HAN.ko, ...SIGNS],
}

/** Hints in the text itself take precedence over the document's language. */
export function familiesFor(text: string, language: string): readonly Family[] {
  return orders[detectHan(text, language)]
}

function detectHan(text: string, language: string): Han {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  if (/\p{Script=Hangul}/u.test(text)) return 'ko'
  return language === 'ja' ? 'ja' : 'zh'
}
