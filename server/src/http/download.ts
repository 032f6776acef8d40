import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { contentDisposition } from './file_names.ts'

type Headers = Readonly<Record<string, string | string[]>>

/** A verb returns this to redirect a browser. */
export class Redirect {
  readonly url: string
  readonly headers: Headers

  constructor(url: string, headers: Headers = {}) {
    this.url = url
    this.headers = headers
  }
}

/** A verb returns this to send headers with its answer, such as a cookie. */
export class WithHeaders<T> {
  readonly body: T
  readonly headers: Headers

  constructor(body: T, headers: Headers) {
    this.body = body
    this.headers = headers
  }
}

/** Returned by a verb to send a page to a browser, or one of its files. */
export class Page {
  readonly body: string | Buffer
  readonly headers: Readonly<Record<string, string>>
  readonly status: number

  constructor(body: string | Buffer, headers: Readonly<Record<string, string>>, status = 200) {
    this.body = body
    this.headers = headers
    this.status = status
  }
}

/** Returned by a verb to send bytes instead of JSON. */
export class Download {
  readonly bytes: Readable
  readonly type: string
  /** Undefined if it is only known at the end. */
  readonly size: number | undefined
  readonly file_name: string

  constructor(parts: Pick<Download, 'bytes' | 'type' | 'file_name'> & { size?: number }) {
    this.bytes = parts.bytes
    this.type = parts.type
    this.size = parts.size
    this.file_name = parts.file_name
  }
}

const MEDIA_TYPES = 'x-media-types'

/** Response schema for a route that sends these byte types. */
export function bytes(...types: string[]) {
  return Type.Unsafe<Download>({ type: 'string', format: 'binary', [MEDIA_TYPES]: types })
}

/** Response schema for a route that sends a page, or one of its files. */
export function page(...types: string[]) {
  return Type.Unsafe<Page>({ type: 'string', [MEDIA_TYPES]: types })
}

/** The media types that a route sends; undefined if it answers in JSON. */
export function mediaTypes(answer: TSchema): readonly string[] | undefined {
  return (answer as unknown as Record<string, readonly string[] | undefined>)[MEDIA_TYPES]
}

const CSV = 'text/csv'

/** The first type that the header names decides; most clients name one. */
export function wantsCsv(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): boolean {
  const { accept } = headers
  return typeof accept === 'string' && accept.split(/[,;]/)[0]?.trim().toLowerCase() === CSV
}

/** A browser that opens a page names HTML; programs name JSON or anything. */
export function wantsHtml(
  headers: Readonly<Record<string, string | string[] | undefined>> = {},
): boolean {
  const { accept } = headers
  return (
    typeof accept === 'string' && accept.split(',').some((part) => /^\s*text\/html\b/i.test(part))
  )
}

/** The bytes are untrusted: a browser must save them, and neither display nor sniff nor cache them. */
export function sendBytes(reply: FastifyReply, download: Download): FastifyReply {
  if (download.size !== undefined) reply.header('Content-Length', download.size)
  return reply
    .type(download.type)
    .header('Content-Disposition', contentDisposition(download.file_name))
    .header('X-Content-Type-Options', 'nosniff')
    .header('Cache-Control', 'no-store')
    .send(download.bytes)
}
