// The files in deploy/pgbackrest and the backup page's commands. `npm run prove:restore` executes them.
import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { isFullProof } from '#testing/proof.ts'
import { Backrest, obstacle } from './pgbackrest.ts'
import { proveRestore } from './prove.ts'
import { BACKREST, FLORIN, split } from './steps.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('the backup page has every command that the proof executes, and the schedule is the one in cron', () => {
  const page = read('docs/operations/backup.md')
  const commands = [...page.matchAll(/^ *\$ (.*)$/gm)].map(([, line = '']) => line)
  const scheduled = [...page.matchAll(/`(pgbackrest [^`]*)`/g)].map(([, line = '']) => line)
  const executed = [...Object.values(BACKREST), ...Object.values(FLORIN)]
  const missing = executed.filter((each) => ![...commands, ...scheduled].includes(each))
  const cron = [...read('deploy/pgbackrest/cron').matchAll(/ postgres {2}(.*)$/gm)]

  assert.deepEqual(missing, [])
  assert.deepEqual(
    cron.map(([, line = '']) => line),
    [BACKREST.full, BACKREST.diff, BACKREST.check, BACKREST.verify],
  )
})

test('a command with a quoted value is split as a shell does', () => {
  assert.equal(split(BACKREST.restore)[4], '--target=2027-03-01 14:05:00+00')
})

test('a missing pgBackRest is named with its Debian package', () => {
  assert.match(
    obstacle('/nonexistent') ?? '',
    /^pgbackrest not found.*apt-get install.* pgbackrest$/,
  )
})

test("pgBackRest reads the operator's files, and the WAL is archived with them", async (t) => {
  const why = obstacle()
  if (why !== undefined) return t.skip(why)
  const folder = mkdtempSync(join(tmpdir(), 'florin-backrest-'))
  t.after(() => rmSync(folder, { recursive: true }))
  chmodSync(folder, 0o711)
  const url = 'postgres://florin:secret@127.0.0.1:1/postgres'
  const backrest = await Backrest.configure(join(folder, 'backup'), join(folder, 'data'), url)

  const { code, output } = await backrest.run('info')
  const { archive_command = '', archive_mode } = backrest.settings()

  assert.equal(code, 0, output)
  assert.doesNotMatch(output, /WARN|ERROR/)
  assert.equal(archive_mode, 'on')
  assert.match(archive_command, /--stanza=florin archive-push %p$/)
})

test('a database that is lost under load is restored, and the books agree with the bank', async (t) => {
  const why = isFullProof ? obstacle() : 'it runs with FLORIN_PROOF=full'
  if (why !== undefined) return t.skip(why)

  assert.equal(await proveRestore(5, 2), 0)
})
