import type { Context } from '#kernel/context.ts'
import { WithHeaders } from '#http/download.ts'
import { CLEARED_COOKIE } from '#http/sessions.ts'
import { endSession } from './end.ts'
import type { Done } from './schema.ts'

export async function signOut(context: Context): Promise<WithHeaders<Done>> {
  await endSession(context, context.caller.session?.session_id ?? '')
  const body = { status: 'ok', message: 'You are signed out.' } as const
  return new WithHeaders(body, { 'Set-Cookie': CLEARED_COOKIE })
}
