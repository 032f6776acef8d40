// Operator commands are recorded in the audit log, like the requests that do the same.
import type { Insert } from '#kernel/change.ts'
import { toCommits } from '#kernel/commit.ts'
import type { Services } from '#kernel/context.ts'
import { type AuditRow, audited, auditEntry, operatorCommand } from '#http/audit.ts'

type Ids = AuditRow['object_ids']
type Fields = AuditRow['fields']

/** The command's change is recorded in its merchant's log, in the same commit. */
export function withAudit(
  services: Services,
  command: string,
  ids: Ids,
  fields: Fields = {},
): Services {
  const about = operatorCommand(`florin-server ${command}`, ids, fields, services.clock.now())
  return { ...services, ...toCommits(audited(services.commit, about)) }
}

/** The merchant_id for commands about the whole deployment. */
export const DEPLOYMENT = ''

/** For a command about the whole deployment, or about a user, who belongs to no single merchant. */
export function commandEntry(
  { clock }: Pick<Services, 'clock'>,
  command: string,
  ids: Ids,
  fields: Fields = {},
): Insert {
  return auditEntry(
    DEPLOYMENT,
    operatorCommand(`florin-server ${command}`, ids, fields, clock.now()),
    {},
  )
}

/** For a command with many commits for many merchants: recorded before it begins. */
export function recordCommand(services: Services, command: string, fields: Fields): Promise<void> {
  return services.commit(commandEntry(services, command, {}, fields))
}
