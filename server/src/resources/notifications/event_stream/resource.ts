import type { Resource } from '#resources/resource.ts'
import { streamEvents } from './append.ts'

export const eventStream: Resource = {
  reactions: [{ name: 'event stream', on: 'all', run: streamEvents }],
}
