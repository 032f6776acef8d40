// The sandbox bank as a separate process, reached over HTTP like any acquirer.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { UsageError } from '#errors.ts'
import { makeSecret } from '#kernel/crypto.ts'

const main = fileURLToPath(new URL('../../../../bank/src/main.ts', import.meta.url))

export interface BankProcess {
  readonly url: string
  readonly pid: number
  /** The settings with which the api reaches it. */
  readonly env: Readonly<Record<string, string>>
  readonly ended: Promise<string>
  stop(): Promise<void>
}

/**
 * All state is in the log in `folder`. It can replace an `earlier` process at the same address, with the same keys.
 */
export function startBank(
  folder: string,
  log: 'ignore' | number = 'ignore',
  earlier?: Pick<BankProcess, 'url' | 'env'>,
): Promise<BankProcess> {
  const key = earlier?.env['FLORIN_BANK_KEY'] ?? makeSecret()
  const secret = earlier?.env['FLORIN_BANK_CALLBACK_SECRET'] ?? makeSecret()
  const child = fork(main, [], {
    env: {
      PATH: process.env['PATH'],
      BANK_PORT: earlier === undefined ? '0' : new URL(earlier.url).port,
      BANK_KEY: key,
      BANK_CALLBACK_SECRET: secret,
      BANK_FOLDER: folder,
      // The caller's bank settings apply.
      ...given('BANK_LATER_MS', 'BANK_DISPUTE_FEE'),
    },
    stdio: ['ignore', log, log, 'ipc'],
    detached: true,
  })
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(`the bank ended: ${signal ?? code}`))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return new Promise((resolve, reject) => {
    void ended.then((how) => reject(new UsageError(how)))
    child.once('message', (message) => {
      const url = `http://127.0.0.1:${(message as { port: number }).port}`
      const env = {
        FLORIN_BANK_URL: url,
        FLORIN_BANK_KEY: key,
        FLORIN_BANK_CALLBACK_SECRET: secret,
      }
      resolve({ url, pid: child.pid ?? 0, env, ended, stop })
    })
  })
}

/** The values that `startBank` needs from an earlier process; port 0 is any free one. */
export function earlierBank(was: { port: number; key: string; callback_secret: string }) {
  const url = `http://127.0.0.1:${was.port}`
  const env = { FLORIN_BANK_KEY: was.key, FLORIN_BANK_CALLBACK_SECRET: was.callback_secret }
  return { url, env }
}

function given(...names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
