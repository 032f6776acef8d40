// HTML for the frame that florin.js opens on a merchant's page, and florin.js itself.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { findAsset, readAssets } from './assets.ts'
import type { Assets } from './contract.ts'
import { renderDocument, pageHeaders, originSource, type RenderedPage } from './document.ts'
import { messagesIn } from '@florin/locales/languages.ts'
import { makeText } from '@florin/locales/text.ts'
import type { EmbeddedData } from './card_frame_setup.ts'

/** `origins` are those whose pages may use the key; empty: all. */
export function renderCardFrame(
  data: EmbeddedData,
  origins: readonly string[],
  assets: Assets,
): RenderedPage {
  const messages = messagesIn(data.locale, 'page')
  const { t } = makeText(messages, data.locale)
  const script = assets['embedded.js']
  const style = assets['embedded.css']
  if (script === undefined || style === undefined) {
    throw new Error('The card form is built incompletely: run `npm run build`.')
  }
  const html = renderDocument({
    locale: data.locale,
    title: t('card'),
    script,
    style,
    no_script: t('no_script'),
    data: { 'florin-data': data, 'florin-messages': messages },
  })
  const ancestors = origins.length === 0 ? anywhere(data) : origins.flatMap(originSource)
  const none = ["'none'"]
  return {
    html,
    headers: pageHeaders({
      script: script.integrity,
      ancestors: ancestors.length === 0 ? none : ancestors,
    }),
  }
}

function anywhere({ test_mode }: EmbeddedData): string[] {
  return test_mode ? ['https:', 'http:'] : ['https:']
}

const CACHED_S = 600

interface Script {
  status: 200 | 304
  body: Buffer | string
  headers: Record<string, string>
}

/** florin.js has one address for all versions, so browsers ask again after some minutes. */
export async function findFlorinJs(
  accepted: string | undefined,
  known: string | undefined,
): Promise<Script> {
  const asset = readAssets()['florin.js']
  const found = asset && (await findAsset(basename(asset.url), accepted))
  if (asset === undefined || found === undefined) {
    throw new Error('florin.js is not built: run `npm run build`.')
  }
  const etag = `"${asset.integrity}"`
  const headers = {
    ...found.headers,
    'cache-control': `public, max-age=${CACHED_S}`,
    etag,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  }
  return known === etag
    ? { status: 304, body: '', headers }
    : { status: 200, body: found.body, headers }
}

/** Types for florin.js, for merchants who write TypeScript. */
export function readFlorinTypes(): string {
  return readFileSync(join(import.meta.dirname, '../checkout/src/florin.d.ts'), 'utf8')
}
