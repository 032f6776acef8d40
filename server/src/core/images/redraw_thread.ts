// Draws images again, in a thread of its own.
import { serveThread } from '#kernel/thread.ts'
import { DecoderFailure, draw } from './draw.ts'
import type { Redrawn, Sent } from './redraw.ts'

serveThread<Sent, Redrawn>((sent) => draw(sent).catch(endThread))

function endThread(error: unknown): never {
  if (error instanceof DecoderFailure) process.exit(1)
  throw error
}
