// Requests that agents cause are marked inside the process: the audit trail names them.
import type { FastifyRequest } from 'fastify'

/** Its value is a secret of this process, so no caller can mark its own requests. */
export const AGENT_HEADER = 'x-florin-agent'

export function isAgent({ headers, server }: Pick<FastifyRequest, 'headers' | 'server'>): boolean {
  const sent = headers[AGENT_HEADER]
  return sent !== undefined && sent === server.gate.agent_token
}
