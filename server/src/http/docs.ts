// The documentation: the pages of the site, and the API reference with a form to try each route.
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { CompressedFile } from '@florin/pages/compressed.ts'
import { randomText } from '#kernel/crypto.ts'
import { notFound } from '#errors.ts'
import { clip } from './fields.ts'
import type { securitySchemes } from './openapi.ts'
import { IMMUTABLE, limited, sendFile } from './public_files.ts'
import { isSiteBuilt, Site } from './site.ts'
import { mayUseWellKnown, wellKnownKey } from './well_known_keys.ts'

const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="8" fill="#b7861f"/><path d="M10.6 4.3c-1.6-.6-2.5.2-2.8 1.7l-.9 4.3c-.3 1.4-1 1.9-2.1 1.6M5.8 7.3h3.8" fill="none" stroke="#fff" stroke-width="1.3" stroke-linecap="round"/></svg>`

export function registerDocs(app: FastifyInstance): void {
  let site: Site | undefined
  const open = () => (site ??= isSiteBuilt() ? new Site() : undefined)
  const unbuilt = (reply: FastifyReply) =>
    reply.code(503).type('text/plain').send('The documentation is not built: run npm run build.\n')
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    const opened = open()
    if (opened === undefined) return unbuilt(reply)
    const [path = ''] = request.url.split('?')
    const canonical = opened.canonical(path)
    if (canonical !== undefined) return reply.redirect(canonical, 301)
    const { status, headers, file } = opened.answer(path)
    return sendFile(request, reply.code(status).headers(headers), file)
  }
  app.get('/', limited, (_, reply) => reply.redirect('/docs', 302))
  app.get('/docs', limited, send)
  app.get('/docs/*', limited, send)
  app.get('/llms.txt', limited, (_, reply) => {
    const text = open()?.llms(app.services.public_url)
    if (text === undefined) return unbuilt(reply)
    return reply.type('text/plain; charset=utf-8').send(text)
  })
  for (const url of ['/favicon.svg', '/favicon.ico']) {
    app.get(url, limited, (_, reply) =>
      reply.type('image/svg+xml').header('Cache-Control', 'public, max-age=86400').send(FAVICON),
    )
  }
  registerReference(app)
}

// Developers enter their keys in the reference page, so it may connect to this server only, and runs only the scripts
// that this server wrote into it.
const pagePolicy = (nonce: string) =>
  `default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'unsafe-inline'; ` +
  "img-src 'self' data:; font-src 'self' data:; base-uri 'none'; object-src 'none'; " +
  "form-action 'self'; frame-ancestors 'none'"

/** The plugin renders every page with the same configuration, so what belongs to one page is put in afterwards. */
const NONCE = 'nonce-of-this-page'
const NONCE_LENGTH = 32
const KEY = 'key-of-this-page'
const MAX_NAME = 64
/** The page's placeholder for a key. */
const PLACEHOLDER = 'QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT'

function registerReference(app: FastifyInstance): void {
  let rendered: ReturnType<typeof renderReference> | undefined
  const render = () => (rendered ??= renderReference())
  app.get('/docs/api', limited, (_, reply) => reply.redirect('/docs/api/', 301))
  app.get('/docs/api/', limited, async (request, reply) => {
    const { page } = await render()
    const nonce = randomText(NONCE_LENGTH)
    return reply
      .header('Content-Security-Policy', pagePolicy(nonce))
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(NONCE, nonce).replaceAll(KEY, await filledKey(request)))
  })
  // Megabytes, and only for browsers, which all accept gzip: it is never sent uncompressed.
  app.get('/docs/api/js/:name', limited, async (request, reply) => {
    const { script, script_name } = await render()
    const { name } = request.params as { name: string }
    if (name !== script_name) throw notFound('file', clip(name, MAX_NAME))
    const { body, headers } = await script.as('gzip')
    return reply
      .headers({ ...headers, 'Cache-Control': IMMUTABLE })
      .type('text/javascript; charset=utf-8')
      .send(body)
  })
}

/** Loaded when a user opens the reference, because the plugin's file is several megabytes. */
async function renderReference() {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const pages = fastify()
  pages.register(scalar, { routePrefix: '/docs/api', configuration: reference })
  const page = await pages.inject('/docs/api/')
  const script = await pages.inject('/docs/api/js/scalar.js')
  await pages.close()
  const file = new CompressedFile(script.body.replaceAll(PLACEHOLDER, 'snd_…'))
  const script_name = `scalar-${file.hash}.js`
  return {
    page: page.body.replace('<body>', `<body>${BAR}`).replaceAll('scalar.js', script_name),
    script: file,
    script_name,
  }
}

/** Only the well-known key, if it works here and for this request: any other is a secret. */
async function filledKey(request: FastifyRequest): Promise<string> {
  const { gate, services } = request.server
  if (!mayUseWellKnown(request)) return ''
  const key = wellKnownKey(services.cell)
  const found = await gate.authenticator.identify(key).catch(() => undefined)
  return found?.status === 'active' ? key : ''
}

const BAR =
  '<header class="florin-bar"><a href="/docs">← Florin docs</a><strong>API reference</strong></header>'

const reference = {
  url: '/openapi.json',
  authentication: {
    preferredSecurityScheme: 'secret_key' satisfies keyof typeof securitySchemes,
    securitySchemes: { secret_key: { value: KEY } },
  },
  pageTitle: 'API reference · Florin',
  favicon: '/favicon.svg',
  nonce: NONCE,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  mcp: { disabled: true },
  agent: { disabled: true },
  customCss: `
    :root { --scalar-custom-header-height: 48px }
    .florin-bar { position: sticky; top: 0; z-index: 10; display: flex; gap: 16px; align-items: center; box-sizing: border-box; height: 48px; padding: 0 20px; border-bottom: 1px solid var(--scalar-border-color); background: var(--scalar-background-1); color: var(--scalar-color-1); font: 500 14px/1.4 var(--scalar-font) }
    .florin-bar a { color: #0f766e; text-decoration: none }
    .dark-mode .florin-bar a { color: #2dd4bf }
    .light-mode { --scalar-color-accent: #0f766e }
    .dark-mode { --scalar-color-accent: #2dd4bf }`,
} as const
