import type { Context } from '#kernel/context.ts'
import { readFile, toApi } from './read.ts'
import type { File } from './schema.ts'

export async function getFile(context: Context, file_id: string): Promise<File> {
  return toApi(await readFile(context, file_id))
}
