// The backup page's commands. The proof executes exactly these; a test compares them with the page.

/** Executed as PostgreSQL's account. */
export const BACKREST = {
  create: 'pgbackrest --stanza=florin stanza-create',
  check: 'pgbackrest --stanza=florin check',
  full: 'pgbackrest --stanza=florin --type=full backup',
  diff: 'pgbackrest --stanza=florin --type=diff backup',
  verify: 'pgbackrest --stanza=florin --output=text verify',
  info: 'pgbackrest --stanza=florin info',
  restore:
    "pgbackrest --stanza=florin --delta --type=time --target='2027-03-01 14:05:00+00' --target-action=promote restore",
} as const

/** Executed with the deployment's variables. */
export const FLORIN = {
  migrate: 'npx florin-server migrate',
  list: 'npx florin-server doctor --books --bank-log operations.jsonl',
  adopt: 'npx florin-server doctor --books --bank-log operations.jsonl --adopt',
  verify: 'npx florin-server audit verify',
} as const

/** The time in the restore command. */
export const TARGET = '2027-03-01 14:05:00+00'

/** A command line without a shell: words, some in single quotes. */
export function split(command: string): string[] {
  return [...command.matchAll(/(?:[^\s']|'[^']*')+/g)].map(([word]) => word.replaceAll("'", ''))
}
