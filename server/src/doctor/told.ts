import type { File } from './dossier.ts'

/** One step as an event tells it. */
export interface Step {
  event_type: string
  object: Readonly<Record<string, unknown>>
}

/** An object's events, against the table of its moves: one for each transition, each a move, the last where it stands. */
export function mistold(
  { events }: File,
  { id, status, transitions }: { id: string; status: string; transitions: number },
  start: Step,
  isMove: (from: Step, to: Step) => boolean,
): string[] {
  const wrongs: string[] = []
  const numbers = events.map((event) => event.sequence)
  if (numbers.length !== transitions || numbers.some((n, i) => n !== i + 1)) {
    wrongs.push(`${id}: ${transitions} transitions, events ${numbers.join(' ')}`)
  }
  let before = start
  for (const { event_id, event_type, body } of events) {
    const step: Step = { event_type, object: JSON.parse(body).content.object }
    if (!isMove(before, step)) {
      const [from, to] = [before.object['status'], step.object['status']]
      wrongs.push(`${event_id} tells ${event_type} of ${String(from)} to ${String(to)}`)
    }
    before = step
  }
  const last = before.object['status']
  if (status !== last) wrongs.push(`${id} is ${status}, last told ${String(last)}`)
  return wrongs
}
