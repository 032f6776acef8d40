import { findAsset } from '@florin/pages/assets.ts'
import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { Page } from '#http/download.ts'
import { clip } from '#http/fields.ts'

/** A page asset. Its name contains a hash of its bytes, so it never changes. */
export async function getAsset({ request }: Context, name: string): Promise<Page> {
  const accepted = request?.headers['accept-encoding']
  const found = await findAsset(name, typeof accepted === 'string' ? accepted : undefined)
  if (found === undefined) throw notFound('file', clip(name, 64))
  return new Page(found.body, found.headers)
}
