// Redraws images in a separate process.
import { serveTasks } from '#kernel/contained_process.ts'
import { DecoderFailure, draw } from './draw.ts'
import type { Redrawn, Sent } from './redraw.ts'

serveTasks<Sent, Redrawn>((sent) => draw(sent).catch(endProcess))

function endProcess(error: unknown): never {
  if (error instanceof DecoderFailure) process.exit(1)
  throw error
}
