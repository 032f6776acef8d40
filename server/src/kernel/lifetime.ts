// A process runs until a signal arrives, its parent ends, or something in it breaks.
import { MINUTE_MS } from './clock.ts'
import type { Log } from './log.ts'

/** A process in an unknown state does not run longer than this. */
const BROKEN_MS = MINUTE_MS

/**
 * Why the process stops. After an exception that nothing caught, the caller drains as after a signal, and the process exits
 * with an error; a second one ends it at once.
 */
export function stopSignal(log: Log): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal))
    // The parent process is gone, so no signal would ever stop this one.
    process.once('disconnect', () => resolve('disconnect'))
    process.once('uncaughtException', (error) => {
      log.fatal({ err: error }, 'an exception was not caught; the process drains and exits')
      process.exitCode = 1
      setTimeout(() => process.exit(1), BROKEN_MS).unref()
      resolve('uncaughtException')
    })
  })
}
