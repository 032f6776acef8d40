// Runs several test files in one process, one after another. What a file opens ends with the file.
import { relative } from 'node:path'
import { after, suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { endFile } from '#testing/file_end.ts'
import { GROUP } from './slowest_tests.ts'

/** Each file is a suite: its hooks run before and after its own tests. */
export function runGroup(files: readonly string[]): void {
  void test(GROUP, async () => {
    for (const file of files) await runFile(file)
  })
}

function runFile(file: string): Promise<void> {
  return new Promise((done) => {
    void suite(relative('.', fileURLToPath(file)), async () => {
      try {
        await import(file)
      } catch (error) {
        void test('the file can be loaded', () => {
          throw error
        })
      }
      // The suite's last hook: the file's own hooks still need what it has opened.
      after(async () => {
        try {
          await endFile()
        } finally {
          done()
        }
      })
    })
  })
}
