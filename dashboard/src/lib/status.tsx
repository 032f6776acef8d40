import type { Choice } from '../list/config.ts'

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'mute'

export type Words = Readonly<Record<string, readonly [tone: Tone, words: string]>>

export function Status({ words, status }: { words: Words; status: string }) {
  const [tone, text] = words[status] ?? ['mute', status.replaceAll('_', ' ')]
  return <span className={`pill ${tone}`}>{text}</span>
}

export function toChoices(words: Words) {
  return Object.entries(words).map(([value, [, name]]) => ({ value, name }))
}

export function choicesFrom(words: Readonly<Record<string, string>>): Choice[] {
  return Object.entries(words).map(([value, name]) => ({ value, name }))
}
