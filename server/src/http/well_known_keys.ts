// Keys for a sandbox that only its own machine can reach. The documentation prints them, so they are no secrets: a
// page that a developer visits could use them if its host name resolved to 127.0.0.1 (DNS rebinding). So they are
// accepted only from requests to one of this machine's names that no proxy has forwarded.
import type { FastifyRequest } from 'fastify'
import { classifyHost } from '#kernel/addresses.ts'
import { Failure } from '#errors.ts'
import { secretPrefix, WELL_KNOWN_START } from './authenticate.ts'

const LENGTH = 60

/** Replaces the random part. */
export const WELL_KNOWN = {
  secret: `${WELL_KNOWN_START}KeyOfEverySandboxOnItsOwnMachine`.padEnd(LENGTH, '0'),
  publishable: `${WELL_KNOWN_START}PublishableKeyOfEverySandbox`.padEnd(LENGTH, '0'),
} as const

export function wellKnownKey(cell: string): string {
  return `${secretPrefix('sandbox')}${WELL_KNOWN.secret}${cell}`
}

/** Refuses a well-known key elsewhere, even if the database has it. */
export function checkWellKnown(request: FastifyRequest): void {
  if (mayUseWellKnown(request)) return
  throw new Failure(
    'AU_01',
    'The well-known keys of the sandbox work only at http://localhost or http://127.0.0.1 on the machine that it runs on. Create another key there: POST /api_keys/:merchant_id.',
  )
}

export function mayUseWellKnown({ server, headers }: FastifyRequest): boolean {
  return server.gate.is_local && !isForwarded(headers) && isThisMachine(headers.host)
}

function isForwarded(headers: FastifyRequest['headers']): boolean {
  return ['forwarded', 'x-forwarded-for', 'x-forwarded-host'].some((name) => name in headers)
}

function isThisMachine(host = ''): boolean {
  return (
    URL.canParse(`http://${host}`) &&
    classifyHost(new URL(`http://${host}`).hostname) === 'loopback'
  )
}
