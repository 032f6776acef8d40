// The real sandbox bank for a test file, as a separate process with its own log. It starts on first use and ends with
// the file.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { type BankProcess, startBank } from '#roles/sandbox/bank.ts'
import { type BankDesk, openDesk } from './bank_desk.ts'

export interface TestBank extends BankDesk, Pick<BankProcess, 'url' | 'env'> {}

type Running = TestBank & BankProcess & { readonly folder: string }

let running: Promise<Running> | undefined

after(async () => {
  const bank = await running?.catch(() => undefined)
  if (bank === undefined) return
  await bank.stop()
  await rm(bank.folder, { recursive: true, force: true })
})

export function testBank(): Promise<Running> {
  running ??= start()
  return running
}

async function start(): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-bank-'))
  const bank = await startBank(folder)
  return { ...bank, folder, ...openDesk(bank) }
}
