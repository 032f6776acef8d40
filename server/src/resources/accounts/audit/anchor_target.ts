// The places for anchors: a file, a bucket, or a server that takes them by POST.
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { newId } from '#kernel/ids.ts'
import type { Storage } from '#core/storage/storage.ts'
import { openPoster } from '#core/outbound/post.ts'

declare module '#kernel/context.ts' {
  interface Services {
    readonly anchors: Anchors
  }
}

export interface Anchors {
  /** Undefined if the operator chose no place. */
  readonly target: AnchorTarget | undefined
  readonly interval_ms: number
  /** Another place, to read from. */
  open(place: string): AnchorTarget
}

export interface AnchorTarget {
  readonly name: string
  /** Returns the name to read them by. */
  write(lines: readonly string[], now: Date): Promise<string>
  /** Undefined if the place cannot be read. */
  readonly read?: () => AsyncIterable<string>
}

export interface AnchorOptions {
  readonly allow_loopback: boolean
  readonly openBucket: (name: string) => Storage
}

/** `file:/path`, `s3://bucket/prefix` or a URL; the configuration has checked it. */
export function anchorTarget(place: string, options: AnchorOptions): AnchorTarget {
  if (place.startsWith('s3:')) return bucketTarget(place, options)
  if (/^https?:/.test(place)) return serverTarget(place, options)
  return fileTarget(place.replace(/^file:(\/\/(?=\/))?/, ''))
}

/** A blank line comes first: if an earlier write was cut off, only its own line is lost. */
function fileTarget(path: string): AnchorTarget {
  const name = `file:${path}`
  return {
    name,
    async write(lines) {
      const file = await open(path, 'a', 0o600)
      try {
        await file.appendFile(`\n${lines.join('\n')}\n`)
        await file.sync()
      } finally {
        await file.close()
      }
      return name
    },
    async *read() {
      yield* linesOf(createReadStream(path))
    },
  }
}

/** An object for each anchor, which is never replaced. It is read by its own name. */
function bucketTarget(place: string, { openBucket }: AnchorOptions): AnchorTarget {
  const { hostname, pathname } = new URL(place)
  const path = pathname.replace(/^\/|\/$/g, '')
  const bucket = openBucket(hostname)
  return {
    name: place,
    async write(lines, now) {
      const bytes = Buffer.from(`${lines.join('\n')}\n`)
      const type = 'application/x-ndjson'
      const content = { size: bytes.length, type, open: () => Readable.from([bytes]) }
      const time = now.toISOString().replace(/\W/g, '')
      const name = `${path === '' ? '' : `${path}/`}${time}_${newId('req')}`
      await bucket.put(name, content)
      return `s3://${hostname}/${name}`
    },
    async *read() {
      yield* linesOf(await bucket.get(path))
    },
  }
}

/** The webhook address guard applies. */
function serverTarget(url: string, { allow_loopback }: AnchorOptions): AnchorTarget {
  const headers = { 'Content-Type': 'application/x-ndjson' }
  // The path may have a token.
  const name = new URL(url).origin
  return {
    name,
    async write(lines) {
      const poster = openPoster({ allow_loopback })
      const result = await poster.post({ url, headers, body: Buffer.from(`${lines.join('\n')}\n`) })
      await poster.close()
      if ('error' in result) throw new Error(result.message)
      if (result.status < 200 || result.status > 299)
        throw new Error(`The server answered ${result.status}.`)
      return name
    },
  }
}

/** Unlike node:readline, it throws if the input fails. */
async function* linesOf(input: Readable): AsyncIterable<string> {
  let rest = ''
  for await (const chunk of input.setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
