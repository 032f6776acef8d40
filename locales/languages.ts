// The languages of the pages. The server picks one for each visit; a browser loads others only when it switches.
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { zh } from './zh.ts'
import type { Messages } from './text.ts'

export const languages: Readonly<Record<string, Messages>> = {
  en,
  de,
  fr,
  es,
  it,
  nl,
  pt,
  pl,
  ja,
  zh,
  ar,
  he,
}

const FALLBACK = 'en'

/** The language that was asked for in the address, or the best one of the Accept-Language header. */
export function chooseLanguage(accepted: string | undefined, asked?: string): string {
  return known(asked) ?? preferred(accepted).map(known).find(Boolean) ?? FALLBACK
}

/** Our code for a tag such as `pt-BR`. */
function known(tag: string | undefined): string | undefined {
  const [code = ''] = (tag ?? '').toLowerCase().split('-')
  // `iw` is the old code of Hebrew, which some Android phones still send.
  const name = code === 'iw' ? 'he' : code
  return Object.hasOwn(languages, name) ? name : undefined
}

/** The tags of the header, best first. */
function preferred(accepted = ''): string[] {
  return accepted
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.find((text) => text.trim().startsWith('q='))
      return { tag, weight: quality === undefined ? 1 : Number(quality.trim().slice(2)) || 0 }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}
