// A server that speaks S3, for a test file: started when first asked for and closed with the file.
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atFileEnd } from './file_end.ts'

interface S3Server {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}

export interface TestS3 {
  /** The variables with which the api reaches it. */
  readonly env: Readonly<Record<string, string>>
}

let running: Promise<TestS3> | undefined

export async function testS3(): Promise<TestS3> {
  running ??= start()
  return await running
}

const BUCKET = 'florin-files'
// The one identity that it knows.
const IDENTITY = 'S3RVER'

async function start(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'florin-s3-'))
  const configureBuckets = [{ name: BUCKET }]
  // @ts-expect-error the package has no types
  const { default: Server } = await import('@20minutes/s3rver')
  const options = { directory, configureBuckets, silent: true, address: '127.0.0.1', port: 0 }
  const server = new Server(options) as S3Server
  const { port } = await server.run()
  atFileEnd(async () => {
    running = undefined
    await server.close()
    await rm(directory, { recursive: true, force: true })
  })
  return {
    env: {
      FLORIN_S3_BUCKET: BUCKET,
      FLORIN_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      FLORIN_S3_PATH_STYLE: 'yes',
      FLORIN_S3_ACCESS_KEY_ID: IDENTITY,
      FLORIN_S3_SECRET_ACCESS_KEY: IDENTITY,
    },
  }
}
