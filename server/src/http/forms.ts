// A form with a file in it, multipart/form-data, judged while it comes: the fields, few and small, are
// kept in memory, the file goes to the disk. A form that breaks a rule is refused at once, and what is still
// on its way is thrown away.
import type { IncomingMessage } from 'node:http'
import { finished, type Readable } from 'node:stream'
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Failure } from '#errors.ts'
import { inspectText } from './bodies.ts'
import { takeFile, type Upload, largeFile, type UploadRule } from './upload.ts'

/** Everything in a form but the file. */
const LARGEST_FRAME = 64 * 1024
const MOST_FIELDS = 20

export function largestForm(rule: UploadRule): number {
  return rule.largest_bytes + LARGEST_FRAME
}

/** Within this scope a body is such a form, and nothing else is one. */
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

async function readForm(raw: IncomingMessage, rule: UploadRule): Promise<Form> {
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
    fields: MOST_FIELDS,
    fieldSize: LARGEST_FRAME,
    headerSize: LARGEST_FRAME,
  }
  try {
    return new Busboy({ headers: raw.headers as BusboyHeaders, limits })
  } catch {
    throw malformed()
  }
}

type Refuse = (reason: unknown) => void

/** Gathers what the parser finds, and refuses what a form cannot have. */
function listen(parser: BusboyInstance, rule: UploadRule, refuse: Refuse) {
  const fields = new Map<string, string>()
  const taken = {
    file: undefined as { stream: Readable; taking: Promise<Upload> } | undefined,
    fields() {
      const plain = Object.fromEntries(fields)
      inspectText(plain)
      return plain
    },
    async giveUp() {
      taken.file?.stream.destroy()
      const upload = await taken.file?.taking.catch(() => undefined)
      await upload?.close()
    },
  }
  const strange = (field: string, why: string) => refuse(new Failure('IR_04', why, { field }))
  parser.on('field', (name, value, _, isCut) => {
    if (isCut) refuse(largeFrame())
    if (fields.has(name)) strange(name, `\`${name}\` stands in the form twice.`)
    fields.set(name, value)
  })
  parser.on('file', (name, stream, file_name: string | undefined) => {
    if (name !== rule.field) strange(name, `Send the file in the field \`${rule.field}\`.`)
    stream.once('limit', () => refuse(largeFile(rule)))
    // The other kind is our own doing: a loop that is left aborts the stream it read.
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
  const message = `What stands in the form besides the file is larger than ${LARGEST_FRAME} bytes, or in more than ${MOST_FIELDS} fields.`
  return new Failure('IR_07', message)
}

function malformed(): Failure {
  return new Failure(
    'IR_06',
    'The request body is not a whole form of the type multipart/form-data.',
  )
}
