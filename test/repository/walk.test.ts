// The walk of the most important request: the files that `POST /payments` with `confirm: true` runs through, counted
// by the engine itself, and the distance from the provider's outcome to its commit.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join, relative, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Write } from '#kernel/change.ts'
import { sleep } from '#kernel/clock.ts'
import { LEASE_MS } from '#kernel/lease.ts'
import { examplePayment } from '#resources/payments/payments/example.ts'
import { testBank } from '#testing/bank.ts'
import { harness, type Shop } from '#testing/harness.ts'

const root = resolve(import.meta.dirname, '../..')
const source = join(root, 'server/src')
/** It may fall. */
const MAX_FILES = 50
const MAX_FRAMES = 8

let shop: Shop

before(async () => {
  shop = await harness({ env: (await testBank()).env })
  // As in production, where merchants have no clock to read.
  Object.assign(shop.services.clocks, { can_move: false })
})
after(() => shop[Symbol.asyncDispose]())

/** Files in server/src in which a function ran. */
async function filesOf(run: () => Promise<unknown>): Promise<string[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await run()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  return result
    .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
    .filter(({ url }) => url.startsWith('file:'))
    .map(({ url }) => relative(source, fileURLToPath(url)))
    .filter((path) => !path.startsWith('..') && !path.startsWith('testing/'))
    .toSorted()
}

async function pay(): Promise<void> {
  const answer = await shop.post('/payments', examplePayment)
  assert.equal(answer.body.status, 'succeeded', answer.text)
}

/**
 * The files that every payment runs through. On a slow machine a lease can end during one payment, which then reads
 * the key, the profile or the clock again.
 */
async function commonWalk(): Promise<string[]> {
  let common: string[] | undefined
  for (let tries = 0; tries < 10 && !(common && common.length <= MAX_FILES); tries++) {
    await pay()
    const files = await filesOf(pay)
    common = common?.filter((path) => files.includes(path)) ?? files
  }
  return common ?? []
}

test(`a payment runs through at most ${MAX_FILES} files, and ARCHITECTURE.md names each of them`, async () => {
  // The first ones open connections, pin the API version and fill leases.
  await pay()
  await sleep(LEASE_MS)
  const files = await commonWalk()

  assert.ok(files.length <= MAX_FILES, `${files.length} files:\n${files.join('\n')}`)
  const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const missing = files.filter((path) => !page.includes(`\`${path}\``))
  assert.deepEqual(missing, [])
})

test(`at most ${MAX_FRAMES} frames are between the provider's outcome and its commit`, async () => {
  const stacks: string[][] = []
  const { services } = shop
  const commit = services.commit
  Object.assign(services, {
    commit: (...writes: readonly Write[]) => {
      stacks.push(framesOf(new Error('commit').stack ?? ''))
      return commit(...writes)
    },
  })
  await pay()
  Object.assign(services, { commit })

  const frames = stacks.find((stack) => stack.some((frame) => frame.startsWith('perform ')))
  assert.ok(frames, 'the commit of the outcome has perform in its stack')
  const between = frames.slice(
    0,
    frames.findIndex((frame) => frame.startsWith('perform ')),
  )
  assert.ok(between.length <= MAX_FRAMES, between.join('\n'))
})

/** The functions in server/src, innermost first, with their files. */
function framesOf(stack: string): string[] {
  return [...stack.matchAll(/at (?:async )?([^\s(]+) .*?server\/src\/([^:)]+)/g)].map(
    ([, name, path]) => `${name} ${path}`,
  )
}
