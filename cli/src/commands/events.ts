import type { Command } from 'commander'
import { openClient, readCurrentKey } from '../session.ts'
import type { Terminal } from '../terminal.ts'

export function findOrAdd(program: Command, name: string, about: string): Command {
  const found = program.commands.find((command) => command.name() === name)
  return found ?? program.command(name).description(about)
}

export function addEventCommands(program: Command, io: Terminal): void {
  findOrAdd(program, 'events', 'events and their deliveries')
    .command('resend <event_id>')
    .description('send an event again: to the webhook_url of its profile and to `florin listen`')
    .action(async (event_id: string, _: unknown, command: Command) => {
      const client = await openClient(io, command)
      const { merchant_id } = await readCurrentKey(client)
      const event = await client.call('POST', `/events/${merchant_id}/${event_id}/retry`)
      const delivery = event['delivery'] as { status: string } | null
      io.print(`${event_id} (${String(event['event_type'])}) is sent again.`)
      if (delivery !== null) io.warn(`Delivery: ${delivery.status}.`)
    })
}
