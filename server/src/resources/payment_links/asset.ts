import { findAsset } from '../../../../checkout/assets.ts'
import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { Page } from '#http/download.ts'

/** A file of the page. Its name has a hash of its bytes, so it never changes. */
export async function getAsset({ request }: Context, name: string): Promise<Page> {
  const accepted = request?.headers['accept-encoding']
  const found = findAsset(name, typeof accepted === 'string' ? accepted : undefined)
  if (found === undefined) throw notFound('file', name.slice(0, 64))
  return new Page(found.body, found.headers)
}
