import { findFlorinJs, readFlorinTypes } from '@florin/pages/card_frame.ts'
import type { Context } from '#kernel/context.ts'
import { Page } from '#http/download.ts'

export async function getFlorinJs({ request }: Context): Promise<Page> {
  const header = (name: string) => {
    const value = request?.headers[name]
    return typeof value === 'string' ? value : undefined
  }
  const { body, headers, status } = await findFlorinJs(
    header('accept-encoding'),
    header('if-none-match'),
  )
  return new Page(body, headers, status)
}

export async function getFlorinTypes(): Promise<Page> {
  return new Page(readFlorinTypes(), { 'content-type': 'text/plain; charset=utf-8' })
}
