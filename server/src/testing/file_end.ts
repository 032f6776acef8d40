// What a test file has opened ends with the file, also where several files share a process.
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
