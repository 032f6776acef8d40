// Compiles ICU messages on the server, so that no browser loads a parser.
import {
  type MessageFormatElement,
  type PluralElement,
  parse,
  TYPE,
} from '@formatjs/icu-messageformat-parser'
import type { Message, Plural } from './text.ts'

/** A sentence, or a whole sentence for each plural form: `{count, plural, one {# line} other {# lines}}`. */
export function compile(text: string): Message {
  const elements = parse(text, { ignoreTag: true })
  const [first] = elements
  return elements.length === 1 && first?.type === TYPE.plural
    ? compilePlural(first)
    : compileSentence(elements)
}

function compilePlural({ value: by, options, offset, pluralType }: PluralElement): Plural {
  if (offset !== 0 || pluralType !== 'cardinal') throw new Error('only plain plurals are supported')
  const forms = Object.entries(options).map(([rule, { value }]) => [
    rule,
    compileSentence(value, by),
  ])
  return { by, forms: Object.fromEntries(forms) as Plural['forms'] }
}

/** The text again, with `#` as the count's name. */
function compileSentence(elements: readonly MessageFormatElement[], count?: string): string {
  return elements
    .map((element) => {
      if (element.type === TYPE.argument) return `{${element.value}}`
      if (element.type === TYPE.pound) return `{${count}}`
      if (element.type !== TYPE.literal || /[{}]/.test(element.value))
        throw new Error('a sentence has only text and names in braces')
      return element.value
    })
    .join('')
}
