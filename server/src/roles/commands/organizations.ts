// `florin-server organizations`: create and list.
import type { Command } from 'commander'
import type { Services } from '#kernel/context.ts'
import { randomIds } from '#kernel/ids.ts'
import { createOrganization } from '#resources/accounts/organizations/create.ts'
import { listOrganizations } from '#resources/accounts/organizations/read.ts'
import { withAudit } from './audit.ts'

/** `run` gives the command its services and closes them. */
export function addOrganizationCommands(
  florin: Command,
  run: (work: (services: Services) => Promise<void>) => Promise<void>,
  print: (line: string) => void,
): void {
  const organizations = florin
    .command('organizations')
    .description('manage organizations, which are above merchants')

  organizations
    .command('create')
    .description('create an organization and print its id')
    .argument('<name>')
    .action((organization_name: string) =>
      run(async (services) => {
        const fields = { organization_name }
        const audited = withAudit(services, 'organizations create', {}, fields)
        const made = await createOrganization({ ...audited, ...randomIds }, fields)
        print(`${made.organization_id}  ${organization_name}`)
      }),
    )

  organizations
    .command('list')
    .description(
      'list all organizations; `florin-server merchants list --json` names that of each merchant',
    )
    .action(() =>
      run(async ({ db }) => {
        for (let page = await listOrganizations(db); page.length > 0; ) {
          for (const each of page) print(`${each.organization_id}  ${each.organization_name}`)
          page = await listOrganizations(db, page.at(-1)?.organization_id)
        }
      }),
    )
}
