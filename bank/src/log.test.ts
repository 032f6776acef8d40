import assert from 'node:assert/strict'
import { appendFile, type FileHandle, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { BrokenLog, Log, openLog } from './log.ts'

interface Line {
  word: string
}

const folder = await mkdtemp(join(tmpdir(), 'florin-bank-log-'))
after(() => rm(folder, { recursive: true }))

let made = 0

function freshPath(): string {
  made += 1
  return join(folder, `${made}`, 'facts.jsonl')
}

async function wordsIn(path: string): Promise<string[]> {
  const words: string[] = []
  const log = await openLog<Line>(path, (line) => words.push(line.word))
  await log.close()
  return words
}

async function written(...groups: string[][]): Promise<string> {
  const path = freshPath()
  const log = await openLog<Line>(path, () => {})
  for (const group of groups) log.append(0, ...group.map((word) => ({ word })))
  await log.close()
  return path
}

test('lines are read in the order in which they were appended, numbered from one', async () => {
  const path = await written(['a'], ['b', 'c'], ['d'])

  assert.deepEqual(await wordsIn(path), ['a', 'b', 'c', 'd'])
  const lines = (await readFile(path, 'utf8')).trim().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).seq),
    [1, 2, 3, 4],
  )
})

test('a torn last line is dropped and the numbers go on from the last whole one', async () => {
  const path = await written(['a'], ['b'])
  await appendFile(path, '{"seq":3,"word":"c"')

  const log = await openLog<Line>(path, () => {})
  log.append(0, { word: 'd' })
  await log.close()

  assert.deepEqual(await wordsIn(path), ['a', 'b', 'd'])
})

test('a group that was not written to its end is dropped whole', async () => {
  const path = await written(['a'], ['b', 'c'])
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.slice(0, text.lastIndexOf('{')))

  assert.deepEqual(await wordsIn(path), ['a'])
})

test('cut at any byte, the log opens with whole groups only', async () => {
  const path = await written(['a'], ['b', 'c'], ['d'])
  const text = await readFile(path, 'utf8')
  for (let bytes = 0; bytes <= text.length; bytes += 1) {
    await writeFile(path, text.slice(0, bytes))
    const words = (await wordsIn(path)).join('')
    assert.ok(['', 'a', 'abc', 'abcd'].includes(words), `${bytes} bytes gave ${words}`)
  }
})

test('a line damaged in the middle stops the start and is named', async () => {
  const path = await written(['a'], ['b'], ['c'])
  const text = await readFile(path, 'utf8')
  for (const damaged of [text.replace('"b"', 'b"'), text.replace('"seq":2', '"seq":7')]) {
    await writeFile(path, damaged)
    await assert.rejects(
      openLog(path, () => {}),
      (error) => error instanceof BrokenLog && /Line 2 of facts.jsonl/.test(error.message),
    )
    assert.equal(await readFile(path, 'utf8'), damaged)
  }
})

test('all lines are in the file when flushed resolves, for any number of concurrent writers', async () => {
  const path = freshPath()
  const log = await openLog<Line>(path, () => {})
  await Promise.all(
    Array.from({ length: 500 }, async (_, number) => {
      if (number % 7 === 0) await new Promise((resolve) => setTimeout(resolve, number % 5))
      log.append(0, { word: `w${number}` })
      await log.flushed()
      assert.ok((await readFile(path, 'utf8')).includes(`"w${number}"`))
    }),
  )
  await log.close()
  assert.equal((await wordsIn(path)).length, 500)
})

test('a line counts as flushed only after its sync, and waiting writers share one sync', async () => {
  const calls: string[] = []
  const disk = {
    appendFile: async (text: string) => calls.push(`${text.trim().split('\n').length} lines`),
    datasync: async () => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      calls.push('sync')
    },
  }
  const log = new Log<Line>(disk as unknown as FileHandle, 'nowhere', 0)

  const appended = Array.from({ length: 100 }, async (_, number) => {
    log.append(0, { word: `w${number}` })
    await log.flushed()
    return calls.filter((call) => call === 'sync').length
  })

  assert.deepEqual(await Promise.all(appended), [1, ...Array<number>(99).fill(2)])
  assert.deepEqual(calls, ['1 lines', 'sync', '99 lines', 'sync'])
})

test('reading begins after the given number', async () => {
  const path = await written(['a'], ['b'], ['c'])
  const log = await openLog<Line>(path, () => {})
  const lines: string[] = []
  for await (const line of log.read(1)) lines.push((JSON.parse(line) as Line).word)
  await log.close()
  assert.deepEqual(lines, ['b', 'c'])
})

test('after a failed write every flush fails', async () => {
  const log = await openLog<Line>(freshPath(), () => {})
  await log.close()

  log.append(0, { word: 'lost' })

  await assert.rejects(log.flushed())
  assert.throws(() => log.append(0, { word: 'more' }))
})
