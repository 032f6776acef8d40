#!/usr/bin/env node
// Starts the bank, and stops it on a signal or when its parent process has ended.
import { ConfigError, readConfig } from './config.ts'
import { BrokenLog } from './log.ts'
import { startBank } from './server.ts'

try {
  await run()
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exitCode = 1
  if (process.connected) process.disconnect()
}

async function run(): Promise<void> {
  const stopped = stopSignal()
  const settings = readConfig(process.env)
  const bank = await startBank({ ...settings, onError })
  log('bank is up', { host: settings.host, port: bank.port, base_url: bank.base_url })
  process.send?.({ port: bank.port })
  const signal = await stopped
  await bank.stop()
  log('bank has stopped', { signal })
  // The IPC channel would keep this process alive.
  if (process.connected) process.disconnect()
}

function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal))
    process.once('disconnect', () => resolve('disconnect'))
  })
}

function onError(error: unknown): void {
  const { stack } = error as Error
  log('bank: unexpected error; the request is answered with 500', { stack: stack ?? String(error) })
}

function log(msg: string, facts: object): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), ...facts, msg })}\n`)
}

/** An operator's mistake is explained; a bug is reported with its stack. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof BrokenLog) return error.message
  const { code, message, stack } = error as Error & { code?: string }
  if (code === 'EADDRINUSE') return `BANK_PORT is taken by another program. (${message})`
  if (code === 'EACCES') return `Permission denied for BANK_FOLDER or BANK_PORT. (${message})`
  return stack ?? String(error)
}
