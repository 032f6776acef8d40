// The language of the page, for every component.
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Text } from '@florin/locales/text.ts'

export const TextContext = createContext<Text | undefined>(undefined)

export function useText(): Text {
  const text = useContext(TextContext)
  if (text === undefined) throw new Error('there is no text above this component')
  return text
}
