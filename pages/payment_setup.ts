// The data that the server writes into the page beside the link's own.
import type { Messages } from '@florin/locales/text.ts'

export interface PageSetup {
  messages: Messages
  /** All languages by code: their own name and where their messages are. */
  languages: Record<string, { name: string; url: string; integrity: string }>
}
