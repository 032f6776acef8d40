// The Chromium of this machine.
import assert from 'node:assert/strict'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/** The shell has no windows at all, and needs a third of the processor time. */
const PROGRAMS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

const FLAGS = [
  '--disable-gpu',
  // In which order a field for a date has its parts.
  '--lang=en-US',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

export async function launchBrowser(): Promise<Browser> {
  const executablePath = await findBrowser()
  assert.ok(executablePath, 'chromium is needed: run scripts/setup')
  // Chromium's own sandbox does not start for root.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath, args: [...FLAGS, ...asRoot] })
}

async function findBrowser(): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  for (const path of PROGRAMS.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    const runs = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (runs) return path
  }
  return undefined
}
