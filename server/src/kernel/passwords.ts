// Passwords as Argon2id hashes in the PHC format. A hash deliberately costs 19 MiB and some 50 ms on a core, so few
// are computed at a time, and a request that would wait too long is refused at once.
import { argon2, type Argon2Parameters } from 'node:crypto'
import { randomKey, sameBytes } from './crypto.ts'

/** OWASP's second recommendation. */
const CURRENT: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const TAG_BYTES = 32
/** Half the threads that Node has for such work. */
const MAX_RUNNING = 2
const MAX_WAITING = 50

interface Cost {
  /** In KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** The queue is full; nothing was computed. */
export class TooManyPasswords extends Error {
  constructor() {
    super('passwords: too many are waiting to be checked')
  }
}

export interface Priority {
  /** Goes first, in a separate queue: a flood from unknown callers does not lock out known ones. */
  readonly is_known: boolean
}

const STRANGER: Priority = { is_known: false }

export class Passwords {
  computed = 0
  private running = 0
  private readonly known: (() => void)[] = []
  private readonly strangers: (() => void)[] = []

  async hash(password: string, priority = STRANGER): Promise<string> {
    const salt = randomKey(SALT_BYTES)
    const tag = await this.compute(password, salt, CURRENT, TAG_BYTES, priority)
    return format(CURRENT, salt, tag)
  }

  /**
   * Without a stored hash it computes one at the same cost, so that the response time does not reveal that there is
   * none.
   */
  async verify(password: string, stored: string | null, priority = STRANGER): Promise<boolean> {
    const { cost, salt, tag } = parse(stored ?? NOBODYS)
    const computed = await this.compute(password, salt, cost, tag.length, priority)
    return sameBytes(computed, tag) && stored !== null
  }

  private async compute(
    password: string,
    nonce: Buffer,
    cost: Cost,
    tagLength: number,
    { is_known }: Priority,
  ): Promise<Buffer> {
    await this.slot(is_known ? this.known : this.strangers)
    this.computed++
    try {
      return await argon2id({ message: normal(password), nonce, ...cost, tagLength })
    } finally {
      const next = this.known.shift() ?? this.strangers.shift()
      if (next) next()
      else this.running--
    }
  }

  /** A slot passes directly to the next waiter, so that no new caller takes it in between. */
  private slot(queue: (() => void)[]): Promise<void> | undefined {
    if (this.running < MAX_RUNNING) {
      this.running++
      return undefined
    }
    if (queue.length >= MAX_WAITING) throw new TooManyPasswords()
    return new Promise((resolve) => queue.push(resolve))
  }
}

/** The hash was computed with other parameters than new ones are. */
export function isOutdated(stored: string): boolean {
  const { memory, passes, parallelism } = parse(stored).cost
  const isCurrent = memory === CURRENT.memory && passes === CURRENT.passes
  return !isCurrent || parallelism !== CURRENT.parallelism
}

/** Keyboards write the same character in several ways. */
export function normal(password: string): string {
  return password.normalize('NFKC')
}

function argon2id(parameters: Argon2Parameters): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)))
  return promise
}

function format({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer): string {
  const [s, t] = [salt, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${s}$${t}`
}

const SHAPE = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

function parse(stored: string): { cost: Cost; salt: Buffer; tag: Buffer } {
  const [, memory, passes, parallelism, salt = '', tag = ''] = SHAPE.exec(stored) ?? []
  if (memory === undefined) throw new Error('passwords: a stored hash is not in the PHC format')
  const cost = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  }
  return { cost, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') }
}

/** Matches no password. */
const NOBODYS = format(CURRENT, Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES))
