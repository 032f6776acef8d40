import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { contentDisposition } from './file_names.ts'

/** A verb returns this to redirect a browser. */
export class Redirect {
  readonly url: string

  constructor(url: string) {
    this.url = url
  }
}

/** A verb returns this to send bytes instead of JSON. */
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

/** The media types that a route sends; undefined if it answers in JSON. */
export function mediaTypes(answer: TSchema): readonly string[] | undefined {
  return (answer as unknown as Record<string, readonly string[] | undefined>)[MEDIA_TYPES]
}

/** The bytes are untrusted: a browser must save them, and neither display nor sniff nor cache them. */
export function sendBytes(reply: FastifyReply, download: Download): FastifyReply {
  return reply
    .type(download.type)
    .header('Content-Length', download.size)
    .header('Content-Disposition', contentDisposition(download.file_name))
    .header('X-Content-Type-Options', 'nosniff')
    .header('Cache-Control', 'no-store')
    .send(download.bytes)
}
