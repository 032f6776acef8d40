import type { Resource } from '#resources/resource.ts'
import { EVENTS, giveBack } from './give_back.ts'

export const creditNotes: Resource = {
  reactions: [{ name: 'credit notes', on: EVENTS, run: giveBack }],
}
