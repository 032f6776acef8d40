// A form with a file (multipart/form-data) is parsed while it arrives: its few small fields stay in memory, the file
// is written to disk. An invalid form is refused immediately, and the rest is discarded.
import type { IncomingMessage } from 'node:http'
import { finished, type Readable } from 'node:stream'
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from '#errors.ts'
import { inspectText } from './bodies.ts'
import { takeFile, type Upload, largeFile, type UploadRule } from './upload.ts'

/** Limit for a form without its file. */
const MAX_FRAME_BYTES = 64 * 1024
const MAX_FIELDS = 20

export function largestForm(rule: UploadRule): number {
  return rule.largest_bytes + MAX_FRAME_BYTES
}

/** In this scope every body must be such a form. */
export function takeForms(scope: FastifyInstance, rule: UploadRule): void {
  scope.removeAllContentTypeParsers()
  const parse = async (request: FastifyRequest, payload: IncomingMessage) => {
    const { fields, upload } = await readForm(payload, rule)
    request.upload = upload
    return fields
  }
  scope.addContentTypeParser('multipart/form-data', parse)
  scope.addContentTypeParser('*', async () => {
    const message = 'Send the body as a form, with the header Content-Type: multipart/form-data.'
    throw new Failure('IR_06', message, { status: 415 })
  })
}

interface Form {
  readonly fields: Record<string, string>
  readonly upload: Upload | null
}

export async function readForm(raw: IncomingMessage, rule: UploadRule): Promise<Form> {
  const parser = createParser(raw, rule)
  const whole = Promise.withResolvers<void>()
  const taken = listen(parser, rule, whole.reject)
  let size = 0
  raw.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > largestForm(rule)) whole.reject(largeFrame())
  })
  finished(raw, { writable: false }, (error) => error && whole.reject(malformed()))
  raw.pipe(parser).once('finish', whole.resolve)
  // A part with incomplete headers never ends for the parser, so the end of the body decides.
  raw.once('end', () => void taken.end().then(() => setImmediate(whole.reject, malformed())))
  try {
    await whole.promise
    const upload = (await taken.file?.taking) ?? null
    return { fields: taken.fields(), upload }
  } catch (error) {
    raw.unpipe(parser).resume()
    await taken.giveUp()
    throw error
  }
}

function createParser(raw: IncomingMessage, rule: UploadRule): BusboyInstance {
  const limits = {
    fileSize: rule.largest_bytes,
    files: 1,
    fields: MAX_FIELDS,
    fieldSize: MAX_FRAME_BYTES,
    headerSize: MAX_FRAME_BYTES,
  }
  try {
    return new Busboy({ headers: raw.headers as BusboyHeaders, limits })
  } catch {
    throw malformed()
  }
}

type Refuse = (reason: unknown) => void

/** Collects the fields and the file, and refuses an invalid form. */
function listen(parser: BusboyInstance, rule: UploadRule, refuse: Refuse) {
  const fields = new Map<string, string>()
  const taken = {
    file: undefined as { stream: Readable; taking: Promise<Upload> } | undefined,
    fields() {
      const plain = Object.fromEntries(fields)
      inspectText(plain)
      return plain
    },
    /** The upload, once the file has been read or refused. */
    end(): Promise<Upload | undefined> {
      return taken.file?.taking.catch(() => undefined) ?? Promise.resolve(undefined)
    },
    async giveUp() {
      taken.file?.stream.destroy()
      const upload = await taken.end()
      await upload?.close()
    },
  }
  const strange = (field: string, why: string) => refuse(new Failure('IR_04', why, { field }))
  parser.on('field', (name, value, _, isCut) => {
    if (isCut) refuse(largeFrame())
    if (fields.has(name)) strange(name, `The form has \`${name}\` twice.`)
    fields.set(name, value)
  })
  parser.on('file', (name, stream, file_name: string | undefined) => {
    if (name !== rule.field) strange(name, `Send the file in the field \`${rule.field}\`.`)
    stream.once('limit', () => refuse(largeFile(rule)))
    // An AbortError is our own: leaving the loop that reads the stream aborts it.
    stream.on('error', (error) => error.name === 'AbortError' || refuse(malformed()))
    const taking = takeFile(stream, file_name ?? '', rule)
    taking.catch(refuse)
    taken.file = { stream, taking }
  })
  parser.on('filesLimit', () => strange(rule.field, 'Send one file at a time.'))
  parser.on('fieldsLimit', () => refuse(largeFrame()))
  parser.on('error', () => refuse(malformed()))
  return taken
}

function largeFrame(): Failure {
  const message = `The form without its file is larger than ${MAX_FRAME_BYTES} bytes or has more than ${MAX_FIELDS} fields.`
  return new Failure('IR_07', message)
}

function malformed(): Failure {
  return new Failure('IR_06', 'The request body is not a complete multipart/form-data form.')
}
