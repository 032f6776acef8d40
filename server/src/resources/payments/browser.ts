import type { Context } from '#kernel/context.ts'
import type { BrowserInfo } from '#http/money_fields.ts'

/**
 * The browser of the shopper. With a publishable key the shopper is at the other end of the connection, whatever the
 * request says. With a secret key that is the merchant's server, which says where its shopper is, or nothing.
 */
export function browserOf(
  { caller, request }: Context,
  known: BrowserInfo | null,
  sent: BrowserInfo | undefined,
): BrowserInfo {
  const merged = { ...known, ...sent }
  if (!caller.is_publishable || request === undefined) return merged
  const user_agent = request.headers['user-agent']
  return {
    ...(typeof user_agent === 'string' ? { user_agent: user_agent.slice(0, 1024) } : {}),
    ...merged,
    ip_address: request.ip,
  }
}
