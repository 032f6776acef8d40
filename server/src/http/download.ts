import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { contentDisposition } from './file_names.ts'

/** What a verb returns to send bytes instead of JSON. */
export class Download {
  readonly bytes: Readable
  readonly type: string
  readonly size: number
  readonly file_name: string

  constructor(parts: Pick<Download, 'bytes' | 'type' | 'size' | 'file_name'>) {
    this.bytes = parts.bytes
    this.type = parts.type
    this.size = parts.size
    this.file_name = parts.file_name
  }
}

const MEDIA_TYPES = 'x-media-types'

/** The answer of a route that sends bytes of these types. */
export function bytes(...types: string[]) {
  return Type.Unsafe<Download>({ type: 'string', format: 'binary', [MEDIA_TYPES]: types })
}

/** The types of the bytes that a route sends; undefined when it answers in JSON. */
export function mediaTypes(answer: TSchema): readonly string[] | undefined {
  return (answer as unknown as Record<string, readonly string[] | undefined>)[MEDIA_TYPES]
}

/** Somebody else's bytes: a browser saves them and neither shows nor guesses nor keeps them. */
export function sendBytes(reply: FastifyReply, download: Download): FastifyReply {
  return reply
    .type(download.type)
    .header('Content-Length', download.size)
    .header('Content-Disposition', contentDisposition(download.file_name))
    .header('X-Content-Type-Options', 'nosniff')
    .header('Cache-Control', 'no-store')
    .send(download.bytes)
}
