// `florin-server users`: how a deployment gets its first admin, and how an operator helps a user who cannot sign in.
import type { Command } from 'commander'
import { readConfig } from '#config.ts'
import type { Services } from '#kernel/context.ts'
import { UsageError } from '#errors.ts'
import { eachRole } from '#resources/people/users/all.ts'
import { inviteByOperator, type Invited } from './users_invite.ts'
import { removeSecondFactor, renewResetLink } from './users_recover.ts'

type WithServices = (work: (services: Services) => Promise<void>) => Promise<void>
type Print = (line: string) => void

interface CreateOptions {
  merchant?: string
  organization?: string
  role: string
  name?: string
}

const BEGIN = `
A deployment begins with an admin of an organization; \`florin-server merchants show\` prints the organization of a merchant:
  florin-server users create ada@example.com --organization org_… --role org_admin
The guide: docs/guides/team-users.md.`

export function addUsersCommands(florin: Command, withServices: WithServices, print: Print): void {
  const users = florin.command('users').description('manage users').addHelpText('after', BEGIN)

  users
    .command('list')
    .description('list the users of a merchant and its organization, or of all')
    .argument('[merchant_id]')
    .option('--json', 'print one line of JSON for each user and role')
    .action((merchant_id: string | undefined, { json = false }: { json?: boolean }) =>
      withServices(async ({ db }) => {
        for await (const each of eachRole(db, merchant_id)) {
          const { user_id, entity_id, role_id, status, email } = each
          print(
            json ? JSON.stringify(each) : [user_id, entity_id, role_id, status, email].join('  '),
          )
        }
      }),
    )

  users
    .command('create')
    .description('invite a user and print the link, which works once, for 24 hours')
    .argument('<email>')
    .option('--merchant <merchant_id>', 'the merchant where the user gets the role')
    .option('--organization <organization_id>', 'or the organization, with all its merchants')
    .requiredOption('--role <role_id>', 'such as org_admin, merchant_admin, merchant_developer')
    .option('--name <name>', 'the name of the user')
    .addHelpText('after', `${BEGIN}\nRun it again for a new link.`)
    .action((email: string, { merchant, organization, role, name }: CreateOptions) =>
      withServices(async (services) => {
        if ((merchant === undefined) === (organization === undefined))
          throw new UsageError('Give either --merchant or --organization.')
        const place = { merchant_id: merchant, organization_id: organization }
        const wanted = { email, name, role_id: role, ...place }
        for (const line of describe(await inviteByOperator(withUrl(services), wanted))) print(line)
      }),
    )

  users
    .command('reset-link')
    .description('print a link to choose a new password, which works once, for 24 hours')
    .argument('<email>')
    .action((email: string) =>
      withServices(async (services) => print(await renewResetLink(withUrl(services), email))),
    )

  users
    .command('reset-2fa')
    .description(
      'remove the second factor and the passkeys of a user who has lost them, and end all sessions',
    )
    .argument('<email>')
    .addHelpText('after', "\nVerify the user's identity first.")
    .action((email: string) =>
      withServices(async (services) => {
        const ended = await removeSecondFactor(services, email)
        print(`${email} can now sign in with the password alone. Ended: ${ended} session(s).`)
      }),
    )
}

function describe({ user_id, role_id, entity_id, url }: Invited): string[] {
  return [
    `${user_id} is invited to ${entity_id} as ${role_id}. Send them this link:`,
    url,
    'It works once, for 24 hours. Whoever opens it chooses the password.',
  ]
}

/** As the api does, which knows its own port. */
function withUrl(services: Services): Services {
  const { host, port } = readConfig(process.env)
  return { ...services, public_url: services.public_url || `http://${host}:${port}` }
}
