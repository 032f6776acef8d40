// Serves the built dashboard, a client of this API like any other. A URL below /dashboard that is no file is a
// dashboard page.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { CompressedFile } from '@florin/pages/compressed.ts'
import { randomText } from '#kernel/crypto.ts'
import { IMMUTABLE, sendFile } from './public_files.ts'

const dist = join(import.meta.dirname, '../../../dashboard/dist')
const NONCE = 'nonce-of-this-page'
const NONCE_LENGTH = 32

// Only this server's scripts and styles run, and pages connect to this server only. Components set style attributes,
// and add style elements with the nonce. No text becomes markup: dashboard/src/trusted_types.ts is the only policy.
const contentPolicy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // The preview of a payment page.
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

interface BuiltFile {
  readonly type: string
  readonly file: CompressedFile
}

export function registerDashboard(app: FastifyInstance): void {
  const files = new Map<string, BuiltFile>()
  const sendPage = async (reply: FastifyReply) => {
    // Read for every page, so that a new build is served without a restart.
    const index = readIndex()
    if (index === undefined) {
      return reply
        .code(503)
        .type('text/plain')
        .send('The dashboard is not built: run npm run build.\n')
    }
    const nonce = randomText(NONCE_LENGTH)
    return reply
      .headers({
        'Content-Security-Policy': contentPolicy(nonce),
        'Cross-Origin-Opener-Policy': 'same-origin',
      })
      .type('text/html; charset=utf-8')
      .send(index.replaceAll(NONCE, nonce))
  }
  app.get('/dashboard', (_, reply) => sendPage(reply))
  app.get('/dashboard/*', (_, reply) => sendPage(reply))
  app.get<{ Params: { name: string } }>('/dashboard/assets/:name', async (request, reply) => {
    const { name } = request.params
    const built = files.get(name) ?? readBuilt(name)
    if (built === undefined)
      return reply.code(404).type('text/plain').send('There is no such file.\n')
    files.set(name, built)
    return sendFile(request, reply.header('Cache-Control', IMMUTABLE).type(built.type), built.file)
  })
}

function readIndex(): string | undefined {
  const path = join(dist, 'index.html')
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** Only names that the build wrote. */
function readBuilt(name: string): BuiltFile | undefined {
  const folder = join(dist, 'assets')
  if (!existsSync(folder) || !readdirSync(folder).includes(name)) return undefined
  const bytes = readFileSync(join(folder, name))
  const type = types[extname(name)] ?? 'application/octet-stream'
  // Fonts are compressed already.
  return { type, file: new CompressedFile(bytes, type.startsWith('font/') ? [] : undefined) }
}
