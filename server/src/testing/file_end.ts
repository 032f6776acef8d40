// Closes everything that a test file has opened when the file ends, even where several files share a process. A function that hands out
// what the process shares must be async and await it: at the top level of a module, awaiting a promise of an earlier file
// would register the tests that follow with that file.
import { after } from 'node:test'

type Cleanup = () => Promise<void>

let ofFile: Cleanup[] = []
const ofProcess: Cleanup[] = []

/** Runs when the test file that is running now has ended; the latest first. */
export function atFileEnd(cleanup: Cleanup): void {
  ofFile.push(cleanup)
}

/** For what the files of a process share. */
export function atProcessEnd(cleanup: Cleanup): void {
  ofProcess.push(cleanup)
}

export async function endFile(): Promise<void> {
  const due = ofFile.toReversed()
  ofFile = []
  for (const cleanup of due) await cleanup()
}

after(async () => {
  await endFile()
  for (const cleanup of ofProcess) await cleanup()
})
