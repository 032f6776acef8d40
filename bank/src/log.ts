// An append-only file with JSON lines. Waiting lines are written in one batch with one sync. All lines in a group but
// the last have `more: true`, so after a crash an incomplete group is discarded.
import { mkdir, open, type FileHandle } from 'node:fs/promises'
import { basename, dirname } from 'node:path'

export class BrokenLog extends Error {}

/** Opens or creates the file and calls `each` for every line in it, in order. */
export async function openLog<Line extends object>(
  path: string,
  each: (line: Line) => void,
): Promise<Log<Line>> {
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'a+', 0o600)
  try {
    const whole = await readLines(file, basename(path), each as (line: object) => void)
    // Lines after the last complete group were never acknowledged.
    await file.truncate(whole.bytes)
    await syncFolder(dirname(path))
    return new Log(file, path, whole.lines)
  } catch (error) {
    await file.close()
    throw error
  }
}

async function readLines(file: FileHandle, name: string, each: (line: object) => void) {
  let bytes = 0
  let lines = 0
  let group: object[] = []
  let groupBytes = 0
  for await (const line of completeLines(file)) {
    const parsed = parseLine(line, lines + group.length + 1, name)
    group.push(parsed)
    groupBytes += line.length + 1
    if ('more' in parsed) continue
    for (const part of group) each(part)
    lines += group.length
    bytes += groupBytes
    group = []
    groupBytes = 0
  }
  return { bytes, lines }
}

/** Lines that end in a line feed; an incomplete last line is omitted. */
async function* completeLines(file: FileHandle): AsyncIterable<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) {
    rest = Buffer.concat([rest, chunk as Buffer])
    let start = 0
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, start)) {
      yield rest.subarray(start, end)
      start = end + 1
    }
    rest = rest.subarray(start)
  }
}

function parseLine(line: Buffer, number: number, name: string): object {
  try {
    const parsed: unknown = JSON.parse(line.toString())
    if (typeof parsed === 'object' && parsed !== null && 'seq' in parsed && parsed.seq === number) {
      return parsed
    }
  } catch {
    // Every kind of damage has the same message.
  }
  throw new BrokenLog(
    `Line ${number} of ${name} is damaged, so the bank's state is lost. ` +
      'Restore a good copy of the file, or move it away to start with an empty bank.',
  )
}

/** A new file is durable only after its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

interface Batch {
  text: string
  lines: number
  done: PromiseWithResolvers<void>
}

function newBatch(): Batch {
  const done = Promise.withResolvers<void>()
  // A failed write must not be an unhandled rejection; `flushed` still reports it later.
  done.promise.catch(() => {})
  return { text: '', lines: 0, done }
}

export class Log<Line extends object> {
  private readonly file: FileHandle
  private readonly path: string
  private seq: number
  private durable: number
  private waiting = newBatch()
  private writing: Batch | undefined
  private failure: Error | undefined

  constructor(file: FileHandle, path: string, lines: number) {
    this.file = file
    this.path = path
    this.seq = lines
    this.durable = lines
  }

  /** The lines are on disk once `flushed` resolves. */
  append(at: number, ...group: Line[]): void {
    if (this.failure !== undefined) throw this.failure
    for (const [place, line] of group.entries()) {
      const more = place < group.length - 1 ? { more: true } : {}
      const whole = { seq: ++this.seq, at: new Date(at).toISOString(), ...line, ...more }
      this.waiting.text += `${JSON.stringify(whole)}\n`
      this.waiting.lines += 1
    }
    if (this.writing === undefined) this.write().catch((error: Error) => this.fail(error))
  }

  /** Resolves when all appended lines are on disk. */
  async flushed(): Promise<void> {
    if (this.failure !== undefined) throw this.failure
    await (this.waiting.text === '' ? this.writing : this.waiting)?.done.promise
  }

  /** The file's lines after this number. */
  async *read(after: number): AsyncIterable<string> {
    const last = this.durable
    const copy = await open(this.path, 'r')
    let number = 0
    try {
      for await (const line of copy.readLines({ autoClose: false })) {
        number += 1
        if (number > last) break
        if (number > after) yield line
      }
    } finally {
      await copy.close()
    }
  }

  async close(): Promise<void> {
    try {
      await this.flushed()
    } finally {
      await this.file.close()
    }
  }

  private async write(): Promise<void> {
    while (this.waiting.text !== '') {
      this.writing = this.waiting
      this.waiting = newBatch()
      await this.file.appendFile(this.writing.text)
      await this.file.datasync()
      this.durable += this.writing.lines
      this.writing.done.resolve()
    }
    // In the same turn as the last `waiting` check: a line appended in between would not be written.
    this.writing = undefined
  }

  /** The memory no longer matches the disk, so every later request fails. */
  private fail(error: Error): void {
    this.failure = error
    this.writing?.done.reject(error)
    this.waiting.done.reject(error)
  }
}
