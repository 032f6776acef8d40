// Words that readers use for what the documentation calls otherwise. Each line is one idea.

const IDEAS: readonly (readonly string[])[] = [
  ['dispute', 'chargeback'],
  ['refund', 'reimbursement'],
  ['webhook', 'callback', 'notification', 'ipn'],
  ['hold', 'authorize', 'authorise', 'preauthorization'],
  ['hosted page', 'checkout'],
  ['saved card', 'card on file', 'stored credential', 'vault'],
  ['subscription', 'recurring', 'plan'],
  ['payout', 'withdrawal', 'disbursement'],
  ['api key', 'secret key', 'token'],
  ['going live', 'go live', 'production', 'launch'],
  ['decline', 'declined', 'refused', 'rejected'],
  ['idempotency', 'idempotent', 'retry', 'duplicate'],
  ['rate limit', 'throttle', '429'],
  ['provider', 'acquirer', 'connector', 'psp', 'gateway'],
  ['changelog', 'release notes'],
  ['pagination', 'paging', 'lists'],
  ['versioning', 'api version'],
  ['container', 'docker', 'podman', 'compose'],
  ['kubernetes', 'k8s', 'helm'],
  ['2fa', 'mfa', 'second factor', 'two factor', 'authenticator'],
  ['sso', 'single sign-on', 'oidc', 'openid'],
]

/** The query and its rewordings. */
export function reword(query: string): string[] {
  const text = query.toLowerCase().replaceAll(/\s+/g, ' ').trim()
  const found = IDEAS.flatMap((words) => {
    const said = words.filter((word) => contains(text, word))
    // "3d secure" also says "secure": the longest is meant.
    const [longest] = said.toSorted((a, b) => b.length - a.length)
    if (longest === undefined) return []
    return words.filter((word) => word !== longest).map((word) => text.replace(longest, word))
  })
  return [text, ...new Set(found)]
}

function contains(text: string, word: string): boolean {
  const at = ` ${text} `.indexOf(` ${word} `)
  const plural = ` ${text} `.indexOf(` ${word}s `)
  return at >= 0 || plural >= 0
}
