// A text as words: without case and accents, split at everything that is neither a letter nor a digit.

/** Combining marks, as a bracket expression that JavaScript and PostgreSQL both read. */
export const ACCENTS = '[\\u0300-\\u036f]'
/** Punctuation, white space and currency signs. */
export const BETWEEN =
  '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u2000-\\u206f\\u20a0-\\u20cf\\u3000-\\u303f]+'

const MAX_WORDS = 8
const GROUPED = /^\D*\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d{1,2})?\D*$/

/** Not in lower case: the database does this for both sides, by its own rules. */
function splitWords(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(new RegExp(ACCENTS, 'g'), '')
  const words = plain.split(new RegExp(BETWEEN)).filter((word) => word !== '')
  return words.slice(0, MAX_WORDS)
}

/** A text as it is looked up. */
export interface Phrase {
  /** Words and the spaces between them. */
  readonly text: string
  /** A sign ends its last word: `tov%` is not the beginning of another word. */
  readonly is_whole: boolean
}

export function readPhrase(text: string): Phrase {
  const is_whole = new RegExp(`${BETWEEN}$`).test(text.trimEnd())
  return { text: splitWords(text).join(' '), is_whole }
}

/** An amount such as 1,710.00 as it is stored, 1710.00; undefined for other texts. */
export function ungrouped(text: string): string | undefined {
  return GROUPED.test(text) ? text.replaceAll(/[.,' ](?=\d{3})/g, '') : undefined
}
