// Languages for pages, invoices and mails: one JSON file each, in ICU message format. The server picks one for each
// visit; a browser loads others only when it switches.
import { compile } from './compile.ts'
import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import he from './he.json' with { type: 'json' }
import it from './it.json' with { type: 'json' }
import ja from './ja.json' with { type: 'json' }
import nl from './nl.json' with { type: 'json' }
import pl from './pl.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }
import zh from './zh.json' with { type: 'json' }
import type { Key, Locale, Message, Messages, Section } from './text.ts'

export const languages: Readonly<Record<string, Locale>> = {
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

const compiled = new Map<string, Readonly<Record<string, Message>>>()

/** A section's messages, and the payment page's, which it can replace. */
export function messagesIn<S extends Section>(language: string, section: S): Messages<Key<S>> {
  const id = `${language}/${section}`
  const known = compiled.get(id)
  if (known !== undefined) return known as Messages<Key<S>>
  const { page, ...others } = languages[language] ?? en
  const texts: Readonly<Record<string, string>> = { ...page, ...{ page, ...others }[section] }
  const entries = Object.entries(texts).map(([key, text]): [string, Message] => [
    key,
    compile(text),
  ])
  const messages = Object.fromEntries(entries) as Messages<Key<S>>
  compiled.set(id, messages)
  return messages
}

/** The language requested in the address, or the best match for the Accept-Language header. */
export function chooseLanguage(accepted: string | undefined, asked?: string): string {
  return known(asked) ?? preferred(accepted).map(known).find(Boolean) ?? FALLBACK
}

/** The language with the region from the browser's first tag, such as `en-GB`; null if the tag has none, or another language. */
export function chooseRegional(accepted: string | undefined, language: string): string | null {
  const tag = firstTag(accepted)
  return tag?.region && known(tag.language) === language ? `${language}-${tag.region}` : null
}

/**
 * The reader's probable country: the first tag's region, or the one where most people with its language live. English
 * alone says nothing.
 */
export function acceptedCountry(accepted: string | undefined): string | undefined {
  const tag = firstTag(accepted)
  if (tag === undefined || (tag.language === 'en' && tag.region === undefined)) return undefined
  const { region } = tag.maximize()
  return region !== undefined && /^[A-Z]{2}$/.test(region) ? region : undefined
}

/** Later tags are often a browser's default, such as `en-US`. */
function firstTag(accepted: string | undefined): Intl.Locale | undefined {
  const [first = ''] = preferred(accepted)
  try {
    return new Intl.Locale(first)
  } catch {
    return undefined
  }
}

/** Our code for a tag such as `pt-BR`. */
function known(tag: string | undefined): string | undefined {
  const [code = ''] = (tag ?? '').toLowerCase().split('-')
  // `iw` is the old code for Hebrew, which some Android phones still send.
  const name = code === 'iw' ? 'he' : code
  return Object.hasOwn(languages, name) ? name : undefined
}

/** The header's tags, best first. */
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
