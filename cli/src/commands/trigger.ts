import type { Command } from 'commander'
import type { ApiClient, Json } from '../client.ts'
import { CliFailure } from '../failure.ts'
import { builtIn, type Fixture, readBuiltIn, readFixture } from '../fixtures/fixture.ts'
import { runFixture, withSettings } from '../fixtures/run.ts'
import { openClient, readCurrentKey, type CurrentKey } from '../session.ts'
import type { Terminal } from '../terminal.ts'

const EVENT_MS = 60_000
const POLL_MS = 500

interface Options {
  readonly set: string[]
}

const collect = (value: string, before: string[]) => [...before, value]

export function addTrigger(program: Command, io: Terminal): void {
  program
    .command('trigger <event_type>')
    .description('make an event happen in the sandbox, through real objects')
    .option(
      '--set <name=value>',
      'a value of the fixture, or a field of its first body',
      collect,
      [],
    )
    .addHelpText(
      'after',
      `\nEvents: ${builtIn().join(', ')}.\nExample: florin trigger payment_failed --set amount=1200 --set customer_id=cus_…`,
    )
    .action(async (event: string, { set }: Options, command: Command) => {
      await run(io, command, withSettings(readBuiltIn(event), set))
    })
}

export function addFixtures(program: Command, io: Terminal): void {
  const fixtures = program.command('fixtures').description('sequences of API calls in a file')
  fixtures
    .command('run <file>')
    .description('run the calls of a file; its answers are printed as JSON')
    .option(
      '--set <name=value>',
      'a value of the fixture, or a field of its first body',
      collect,
      [],
    )
    .action(async (file: string, { set }: Options, command: Command) => {
      const answers = await run(io, command, withSettings(readFixture(file), set))
      io.print(JSON.stringify(answers, null, 2))
    })
  fixtures
    .command('list')
    .description('list the built-in fixtures')
    .action(() => {
      for (const event of builtIn())
        io.print(`${event.padEnd(22)} ${readBuiltIn(event).about ?? ''}`)
    })
  fixtures
    .command('show <event_type>')
    .description('print a built-in fixture, as a start for your own')
    .action((event: string) => io.print(JSON.stringify(readBuiltIn(event), null, 2)))
}

async function run(io: Terminal, command: Command, fixture: Fixture) {
  const client = await openClient(io, command)
  const key = await readCurrentKey(client)
  if (key.environment !== 'sandbox') {
    throw new CliFailure(
      'This key is for production, where fixtures do not run.',
      'Use a key of the sandbox.',
    )
  }
  const { answers, ids } = await runFixture(client, fixture, (line) => io.warn(line))
  const { event } = fixture
  if (event !== undefined) io.print(await findEvent(client, key, event, ids))
  return answers
}

/** The proof: the event, about one of the objects that the calls have named. */
async function findEvent(
  client: ApiClient,
  { merchant_id, scopes }: CurrentKey,
  event_type: string,
  ids: ReadonlySet<string>,
): Promise<string> {
  if (!scopes.some((scope) => /^(\*|webhooks:(read|write))$/.test(scope))) {
    return `${event_type} (not looked up: the key lacks webhooks:read)`
  }
  const objects = [...ids].slice(0, 100).join(',')
  const query = { event_type, object_id: objects, limit: '1' }
  for (const until = Date.now() + EVENT_MS; Date.now() < until; ) {
    const page = await client.call('GET', `/events/${merchant_id}`, { query })
    const [found] = page['data'] as Json[]
    if (found) return `${event_type} ${String(found['event_id'])} ${String(found['object_id'])}`
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new CliFailure(
    `The calls were answered, and ${event_type} did not happen within a minute.`,
    'Check that a worker runs (`florin-server worker`).',
  )
}
