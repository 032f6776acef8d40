// The bank's environment variables, read once, with all mistakes reported together.
import { resolve } from 'node:path'
import type { BankSettings } from './server.ts'

export interface Terms {
  /** Delay for outcomes that are not immediate. */
  readonly later_ms: number
  /** The fee for a dispute, in its currency's lowest unit. */
  readonly dispute_fee: number
}

export const defaultTerms: Terms = { later_ms: 5_000, dispute_fee: 1_500 }

interface Setting {
  readonly about: string
  readonly fallback?: string
  readonly pattern: RegExp
  readonly wanted: string
}

const variables = {
  BANK_HOST: {
    about: 'The address to listen on.',
    fallback: '127.0.0.1',
    pattern: /^[0-9a-zA-Z.:-]+$/,
    wanted: 'an address or a host name',
  },
  BANK_PORT: {
    about: 'The port; 0 uses any free port.',
    fallback: '8090',
    pattern: /^([0-9]{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])$/,
    wanted: 'a whole number from 0 to 65535',
  },
  BANK_KEY: {
    about: 'The key that callers must send.',
    pattern: /^[\x21-\x7e]{1,200}$/,
    wanted: '1 to 200 visible characters',
  },
  BANK_CALLBACK_SECRET: {
    about: 'The secret for signing callbacks.',
    pattern: /^[\x21-\x7e]{1,200}$/,
    wanted: '1 to 200 visible characters',
  },
  BANK_FOLDER: {
    about: 'The folder for the log; it is created if it does not exist.',
    pattern: /./,
    wanted: 'the path of a folder',
  },
  BANK_PUBLIC_URL: {
    about: 'The public URL of the pages. Empty: the address of the bank.',
    fallback: '',
    pattern: /^(https?:\/\/[^\s?#]+)?$/,
    wanted: 'an address that starts with http:// or https://, without a query',
  },
  BANK_LATER_MS: {
    about: 'The delay of outcomes that are not immediate.',
    fallback: String(defaultTerms.later_ms),
    pattern: /^[1-9]\d{0,6}$/,
    wanted: 'a whole number of milliseconds from 1 to 9999999',
  },
  BANK_DISPUTE_FEE: {
    about: 'The fee for a dispute, in the lowest unit of its currency.',
    fallback: String(defaultTerms.dispute_fee),
    pattern: /^\d{1,9}$/,
    wanted: 'a whole number from 0 to 999999999',
  },
} as const satisfies Record<string, Setting>

type Name = keyof typeof variables

export class ConfigError extends Error {}

export function readConfig(env: Readonly<Record<string, string | undefined>>): BankSettings {
  const mistakes: string[] = []
  const read = (name: Name): string => {
    const row: Setting = variables[name]
    const value = env[name] ?? row.fallback
    if (value === undefined) mistakes.push(`${name} is missing. ${row.about}`)
    else if (!row.pattern.test(value)) mistakes.push(`${name} must be ${row.wanted}`)
    return value ?? ''
  }
  const settings = {
    host: read('BANK_HOST'),
    port: Number(read('BANK_PORT')),
    key: read('BANK_KEY'),
    callback_secret: read('BANK_CALLBACK_SECRET'),
    folder: resolve(read('BANK_FOLDER')),
    public_url: read('BANK_PUBLIC_URL').replace(/\/+$/, '') || undefined,
    terms: {
      later_ms: Number(read('BANK_LATER_MS')),
      dispute_fee: Number(read('BANK_DISPUTE_FEE')),
    },
  }
  if (mistakes.length === 0) return settings
  const list = mistakes.map((mistake) => `  - ${mistake}`).join('\n')
  throw new ConfigError(`The configuration has ${mistakes.length} mistake(s):\n${list}`)
}
