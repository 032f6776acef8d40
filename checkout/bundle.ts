// Bundles the pages for browsers. The entries table is also the script inventory that auditors read.
import { createHash } from 'node:crypto'
import { buildSync } from 'esbuild'
import type { Assets } from '@florin/pages/contract.ts'
import { languages, messagesIn } from '@florin/locales/languages.ts'

interface Entry {
  /** From this folder. */
  source: string
  /** The file's purpose on the page: PCI DSS 6.4.3 wants a reason for each script. */
  reason: string
}

export const entries: Readonly<Record<string, Entry>> = {
  'page.js': {
    source: 'src/page.tsx',
    reason:
      'The payment page: shows the order and the ways to pay, checks the card fields, sends the payment to this server, shows the result.',
  },
  'preview.js': {
    source: 'src/preview.tsx',
    reason:
      'The preview of the payment page in a frame of the dashboard: shows the settings of a link that is being written. It sends nothing.',
  },
  'page.css': { source: 'src/page.css', reason: 'The appearance of the pages.' },
  'florin.js': {
    source: 'src/florin/florin.ts',
    reason:
      'Runs on pages of merchants: opens the card form in a frame of this server, and passes its events and the result on.',
  },
  'embedded.js': {
    source: 'src/embedded/embedded.tsx',
    reason:
      'The card form in that frame: checks the card fields, and sends the card to this server and to nobody else.',
  },
  'embedded.css': {
    source: 'src/embedded/embedded.css',
    reason: 'The appearance of the card form in the frame.',
  },
  'payout.js': {
    source: 'src/payout/payout.tsx',
    reason:
      'The page of a payout link: asks the recipient for an account, checks it, and sends it to this server.',
  },
  'payout.css': { source: 'src/payout/payout.css', reason: 'The appearance of that page.' },
  'invoice.js': {
    source: 'src/invoice/invoice.tsx',
    reason:
      'The page of an invoice: shows the invoice, and while it can be paid the card form of the payment page.',
  },
  'invoice.css': { source: 'src/invoice/invoice.css', reason: 'The appearance of that page.' },
  'user.js': {
    source: 'src/user/user.tsx',
    reason:
      'The pages that the links in mails to users open: asks for a password, sets up the second factor, and sends both to this server only. No card is entered there.',
  },
  'user.css': { source: 'src/user/user.css', reason: 'The appearance of those pages.' },
}

export interface BuiltFile {
  /** Without hash, such as `page.js`. */
  name: string
  /** With hash, such as `page-1f0c….js`. */
  file: string
  bytes: Buffer
  integrity: string
}

const HASH_LENGTH = 16

/** Browsers from the last three years. */
const TARGETS = ['chrome115', 'edge115', 'firefox116', 'safari16.4']

/** The same sources and packages give the same bytes on every machine. */
export function bundle(): BuiltFile[] {
  const code = Object.entries(entries).map(([name, { source }]) => builtFile(name, compile(source)))
  const texts = (['page', 'invoice'] as const).flatMap((section) =>
    Object.keys(languages).map((language) => {
      const json = JSON.stringify(messagesIn(language, section))
      return builtFile(`${section}.${language}.json`, Buffer.from(json))
    }),
  )
  return [...code, ...texts]
}

export function toManifest(files: readonly BuiltFile[]): Assets {
  return Object.fromEntries(
    files.map(({ name, file, integrity }) => [name, { url: `/pay/assets/${file}`, integrity }]),
  )
}

function compile(source: string): Buffer {
  const { outputFiles } = buildSync({
    absWorkingDir: import.meta.dirname,
    entryPoints: [source],
    bundle: true,
    minify: true,
    format: 'esm',
    target: TARGETS,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    charset: 'utf8',
    legalComments: 'none',
    write: false,
    outdir: 'dist',
    logLevel: 'warning',
  })
  const [output] = outputFiles
  if (output === undefined) throw new Error(`esbuild made nothing of ${source}`)
  return Buffer.from(output.contents)
}

function builtFile(name: string, bytes: Buffer): BuiltFile {
  const digest = createHash('sha256').update(bytes).digest()
  const [, stem = name, extension = ''] = /^(.+)(\.\w+)$/.exec(name) ?? []
  const file = `${stem}-${digest.toString('hex').slice(0, HASH_LENGTH)}${extension}`
  return { name, file, bytes, integrity: `sha256-${digest.toString('base64')}` }
}
