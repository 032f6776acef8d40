// The page's language, for every component.
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { MessageKey, Text } from '@florin/locales/text.ts'

export const TextContext = createContext<Text | undefined>(undefined)

/** `K` has more keys on pages with messages of their own. */
export function useText<K extends string = MessageKey>(): Text<K> {
  const text = useContext(TextContext)
  if (text === undefined) throw new Error('there is no text above this component')
  return text as Text<K>
}
