// The books, the audit trail and the repository after a restore.
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeSecret } from '#kernel/crypto.ts'
import { settled } from '../faults/judge.ts'
import { toMoment } from './drill.ts'
import { judge } from './judge.ts'
import {
  anchorNow,
  countViolations,
  doctor,
  expect,
  firstViolations,
  florin,
  lines,
  type Moment,
  newAnchors,
  type Proof,
} from './proof.ts'
import { BACKREST, FLORIN, split } from './steps.ts'

export async function checkPassphrase(proof: Proof, moment: Moment): Promise<void> {
  const { backrest, findings } = proof
  const right = readFileSync(join(backrest.include, 'cipher.conf'), 'utf8')
  backrest.setPassphrase(makeSecret())
  const restored = await backrest.run('restore', toMoment(moment))
  const unread = restored.output.includes('FormatError') && restored.code !== 0
  findings.check('a wrong passphrase: `restore` fails', unread, lastLine(restored.output))
  const verified = await backrest.run('verify')
  const isRefused = verified.output.includes('status: error')
  findings.check('a wrong passphrase: `verify` reads nothing', isRefused, lastLine(verified.output))
  writeFileSync(join(backrest.include, 'cipher.conf'), right)
}

function lastLine(output: string): string {
  return output.split('\n').at(-1)?.trim() ?? ''
}

export async function checkBooks(proof: Proof): Promise<void> {
  const { deployment, findings, rows } = proof
  const position = await settled(deployment)
  const report = await doctor(proof, FLORIN.list)
  const { operations, unmatched, twice, different } = await judge(deployment)
  const none = (what: string, found: readonly string[]) =>
    findings.check(what, found.length === 0, found.slice(0, 3).join('; '))
  findings.check(
    '`doctor --books --bank-log` finds nothing',
    countViolations(report) === 0 && report.adoptions.length === 0,
    firstViolations(report),
  )
  none(`each of the bank's ${operations} movements has exactly one operation`, unmatched)
  none('nothing was charged or refunded twice', twice)
  none('every payment has received what the bank has taken', different)
  const wrong = countViolations(report) + unmatched.length + twice.length + different.length
  rows.push(['operations that moved money at the bank', String(operations)])
  rows.push(['the bank owes the merchant, as the books say', String(position.owed)])
  rows.push(['differences in the end', String(wrong)])
}

/** The seals after the moment are gone, and only the anchors know them. */
export async function checkAudit(proof: Proof, moment: Moment): Promise<void> {
  const { anchors, findings, folder } = proof
  expect(proof, 'the audit trail verifies', await florin(proof, FLORIN.verify))
  const until = join(folder, 'anchors-until-the-moment')
  const isEarlier = (line: string) => Date.parse(JSON.parse(line).time) < moment.at
  writeFileSync(until, lines(anchors).filter(isEarlier).join('\n'))
  const earlier = await florin(proof, FLORIN.verify, '--anchor', until)
  expect(proof, 'anchors from before the moment agree', earlier)
  const all = await florin(proof, FLORIN.verify, '--anchor', anchors)
  const [says = ''] = all.output.split('\n').filter((line) => line.startsWith('file:'))
  findings.check('anchors from after it name the lost seals', all.code === 1, says)
  await anchorNow(proof, newAnchors(proof))
  const after = await florin(proof, FLORIN.verify, '--anchor', newAnchors(proof))
  expect(proof, 'anchors from after the restore agree', after)
}

interface Info {
  readonly backup: readonly { label: string; type: string }[]
}

async function fullBackups({ backrest }: Proof): Promise<string[]> {
  const { output } = await backrest.exec('pgbackrest', ['--stanza=florin', '--output=json', 'info'])
  const [stanza] = JSON.parse(output) as Info[]
  return (stanza?.backup ?? []).filter(({ type }) => type === 'full').map(({ label }) => label)
}

export async function expireOldest(proof: Proof): Promise<void> {
  const { backrest, findings } = proof
  expect(proof, '`pgbackrest check` passes on the new timeline', await backrest.run('check'))
  const [oldest = ''] = await fullBackups(proof)
  for (const nth of ['second', 'third']) {
    expect(proof, `a ${nth} full backup`, await backrest.run('full'))
  }
  const remaining = await fullBackups(proof)
  findings.check(
    'retention has expired the oldest full backup',
    remaining.length === 2 && !remaining.includes(oldest),
    `${oldest} is gone`,
  )
  await verifyFiles(proof, remaining)
}

async function verifyFiles({ backrest, findings, folder }: Proof, remaining: readonly string[]) {
  const quiet = await backrest.run('verify')
  const all = await backrest.exec('pgbackrest', [...split(BACKREST.verify).slice(1), '--verbose'])
  const isWell = quiet.output === '' && all.output.includes('status: ok')
  findings.check('`pgbackrest verify` finds every file whole', isWell, lastLine(all.output))
  const bundle = `postgres/backup/repository/backup/florin/${remaining[0]}/bundle/1`
  const file = openSync(join(folder, bundle), 'r+')
  writeSync(file, randomBytes(64), 0, 64, 4_096)
  closeSync(file)
  const { output } = await backrest.run('verify')
  findings.check('it names a damaged file', output.includes('status: error'), lastLine(output))
}
