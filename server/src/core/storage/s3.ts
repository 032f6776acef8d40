// Storage in a bucket on S3 or a compatible service. The client is loaded on first use, because it is large and a
// node with a disk never needs it.
import type { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { sleep } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import type { Storage } from './storage.ts'

export interface S3Options {
  readonly bucket: string
  readonly region: string
  /** Undefined for Amazon S3. */
  readonly endpoint: string | undefined
  /** Undefined to use the machine's role or the AWS tools' variables. */
  readonly credentials: { accessKeyId: string; secretAccessKey: string } | undefined
  readonly path_style: boolean
  readonly log: Log
}

// All attempts together take less than a request's timeout.
const TIMEOUT_MS = 10_000
const CONNECT_MS = 3_000
const TRIES = 2

export function createS3(options: S3Options): Storage {
  let opened: ReturnType<typeof open> | undefined
  const opening = () => (opened ??= open(options))
  const at = (name: string) => ({ Bucket: options.bucket, Key: name })
  return {
    async put(name, content) {
      const { client, sdk } = await opening()
      const { size: ContentLength, type: ContentType } = content
      // The client can neither retry a stream nor handle its errors.
      await trying(async () => {
        const failed = new AbortController()
        const Body = content.open().once('error', (error) => failed.abort(error))
        const put = new sdk.PutObjectCommand({ ...at(name), Body, ContentLength, ContentType })
        await client.send(put, { abortSignal: failed.signal }).finally(() => Body.destroy())
      })
    },
    async get(name) {
      const { client, sdk } = await opening()
      const { Body } = await client.send(new sdk.GetObjectCommand(at(name)))
      return Body as Readable
    },
    async delete(name) {
      const { client, sdk } = await opening()
      await client.send(new sdk.DeleteObjectCommand(at(name)))
    },
    async check() {
      const { client, sdk } = await opening()
      const abortSignal = AbortSignal.timeout(CONNECT_MS)
      // NoSuchKey proves that the bucket exists and is readable.
      await client.send(new sdk.GetObjectCommand(at('check')), { abortSignal }).catch((error) => {
        if (!(error instanceof sdk.NoSuchKey)) throw error
      })
    },
  }
}

async function open({ region, endpoint, credentials, path_style, log }: S3Options) {
  const sdk = await import('@aws-sdk/client-s3')
  const client: S3Client = new sdk.S3Client({
    region,
    forcePathStyle: path_style,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(credentials === undefined ? {} : { credentials }),
    // Many compatible services do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: TRIES,
    logger: quiet(log),
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: TIMEOUT_MS,
    },
  })
  return { client, sdk }
}

/** Without a logger the client writes to the console; its info messages contain whole requests. */
function quiet(log: Log) {
  const nothing = () => {}
  const warn = (message: unknown) => log.warn({ message: String(message) }, 'storage: S3 client')
  return { trace: nothing, debug: nothing, info: nothing, warn, error: warn }
}

/** Retries after a server error or a failed connection. */
async function trying(attempt: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === TRIES || !isPassing(error)) throw error
      await sleep(100 * 2 ** tries)
    }
  }
}

function isPassing(error: unknown): boolean {
  const { httpStatusCode } = (error as { $metadata?: { httpStatusCode?: number } }).$metadata ?? {}
  return httpStatusCode === undefined || httpStatusCode >= 500 || httpStatusCode === 429
}
