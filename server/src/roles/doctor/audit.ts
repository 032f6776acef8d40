// Verifies the audit trail against its seals, for every merchant and for the deployment itself.
import type { Services } from '#kernel/context.ts'
import { type ChainHead, verifyChain } from '#resources/accounts/audit/verify.ts'

export type { ChainHead }
export type Chains = readonly ChainHead[]

export async function checkChain(
  parts: Pick<Services, 'db' | 'clock' | 'keyring'>,
  merchant_id: string,
  report: (message: string) => void,
): Promise<ChainHead> {
  const findings = verifyChain(parts, merchant_id)
  for (;;) {
    const { done, value } = await findings.next()
    if (done) return value
    report(value)
  }
}

const LISTED = 20

/** A copy of these lines elsewhere proves that no seal was cut off at the end since then. */
export function describeChains(chains: Chains): string[] {
  const sealed = chains.filter(({ seal_no }) => seal_no > 0)
  const lines = sealed.slice(0, LISTED).map(describeChain)
  const rest = sealed.length - lines.length
  return sealed.length === 0
    ? []
    : [
        'The newest seals of the audit trail:',
        ...lines,
        ...(rest > 0 ? [`  and ${rest} more: --json lists all`] : []),
      ]
}

function describeChain(chain: ChainHead): string {
  const { merchant_id, seal_no, entries, hash, verified_from, accepted_to } = chain
  const unverified = verified_from > 1 ? `; not verifiable before seal ${verified_from}` : ''
  const accepted =
    accepted_to > 0 ? `; entries up to seal ${accepted_to} accepted by the operator` : ''
  const name = merchant_id || 'the deployment'
  return `  ${name}  seal ${seal_no}, ${entries} entries, ${hash.toString('hex')}${unverified}${accepted}`
}
