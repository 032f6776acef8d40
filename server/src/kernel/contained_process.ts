// Runs work on caller-supplied bytes in a separate process, one task at a time. A task that crashes, takes too long
// or needs too much memory ends its process and nothing else; the next task gets a new one. A thread would not do: V8
// can stop the whole process when a thread with WebAssembly ends (nodejs/node issue 64500).
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { MINUTE_MS } from './clock.ts'

export interface ContainedLimits {
  /** For one task. */
  readonly timeout_ms: number
  /** Tasks in the queue, the running one included. */
  readonly max_waiting: number
  /** Memory for objects. Buffers are not counted, so a task bounds them itself. */
  readonly max_mb: number
  /** The program that limits CPU time; `/bin/sh` unless given. */
  readonly shell?: string
}

/**
 * The task was not done: `busy` before it began; the others ended its process. `killed` from outside says nothing about the
 * task, and `died` does.
 */
export class ContainedFailure extends Error {
  readonly reason: 'busy' | 'timeout' | 'killed' | 'died'

  constructor(reason: ContainedFailure['reason'], cause?: unknown) {
    super(`the contained process is ${reason}`, { cause })
    this.reason = reason
  }
}

type Reply<Output> = { readonly output: Output } | { readonly error: string }

/** A process without work ends, and its memory is free again. */
const IDLE_MS = MINUTE_MS

export class ContainedProcess<Input, Output> {
  private readonly file: URL
  private readonly limits: ContainedLimits
  private child: ChildProcess | undefined
  private idle: NodeJS.Timeout | undefined
  private last: Promise<unknown> = Promise.resolve()
  private waiting = 0
  /** Ends the running task. */
  private finish: ((outcome: Reply<Output> | ContainedFailure) => void) | undefined

  /** `file` serves the tasks, with `serveTasks`. */
  constructor(file: URL, limits: ContainedLimits) {
    this.file = file
    this.limits = limits
  }

  /** Throws what the task threw, as an Error with its message, or a ContainedFailure. */
  async run(input: Input): Promise<Output> {
    if (this.waiting >= this.limits.max_waiting) throw new ContainedFailure('busy')
    this.waiting++
    const turn = this.last.then(() => this.perform(input))
    this.last = turn.catch(() => undefined)
    const outcome = await turn.finally(() => this.waiting--)
    if (outcome instanceof ContainedFailure) throw outcome
    if ('error' in outcome) throw new Error(outcome.error)
    return outcome.output
  }

  private perform(input: Input): Promise<Reply<Output> | ContainedFailure> {
    const child = this.child ?? this.start()
    clearTimeout(this.idle)
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => this.drop(new ContainedFailure('timeout')),
        this.limits.timeout_ms,
      )
      this.finish = (outcome) => {
        clearTimeout(timer)
        this.finish = undefined
        child.unref()
        child.channel?.unref()
        this.idle = setTimeout(() => this.drop(), IDLE_MS).unref()
        resolve(outcome)
      }
      child.ref()
      child.channel?.ref()
      // One that has died has an `exit` event too.
      child.send(input as object, () => undefined)
    })
  }

  /** The listeners stay: a task can crash its process after it has answered. */
  private start(): ChildProcess {
    const child = spawnLimited(fileURLToPath(this.file), this.limits)
    const ended = (reason: 'killed' | 'died', cause: unknown) => {
      if (this.child === child) this.drop(new ContainedFailure(reason, cause))
    }
    child.on('message', (reply: Reply<Output>) => {
      if (this.child === child) this.finish?.(reply)
    })
    child.on('error', (error) => ended('killed', error))
    child.on('exit', (code, signal) => {
      ended(FROM_OUTSIDE.has(signal ?? '') ? 'killed' : 'died', signal ?? code)
    })
    this.child = child
    return child
  }

  private drop(failure?: ContainedFailure): void {
    const { child } = this
    this.child = undefined
    child?.kill('SIGKILL')
    if (failure) this.finish?.(failure)
  }
}

/** An operator, the kernel without memory, or the limit on CPU time, which many tasks use up together. */
const FROM_OUTSIDE: ReadonlySet<string> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGXCPU'])

/**
 * Lifetime CPU limit of a contained process, in seconds: one that loops after its parent was killed ends by itself.
 */
const MAX_CPU_S = 600

/**
 * The child has no secrets and no connections: it inherits neither the environment nor an open file. A container image without
 * a shell has no limit on CPU time and needs none: no process outlives the container's first one.
 */
function spawnLimited(file: string, { max_mb, shell = '/bin/sh' }: ContainedLimits): ChildProcess {
  const { PATH = '', NODE_COMPILE_CACHE: cache } = process.env
  const limited = ['-c', `ulimit -t ${MAX_CPU_S}; exec "$0" "$@"`]
  const args = [`--max-old-space-size=${max_mb}`, file]
  const [program, ...rest] = existsSync(shell)
    ? ([shell, ...limited, process.execPath, ...args] as const)
    : ([process.execPath, ...args] as const)
  return spawn(program, rest, {
    env: { PATH, NODE_NO_WARNINGS: '1', ...(cache ? { NODE_COMPILE_CACHE: cache } : {}) },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

export type Task<Input, Output> = (input: Input) => Promise<Output>

/**
 * Called in a contained process's own file: answers each task, as long as its parent lives. The parent finishes its
 * requests after a signal that a terminal or a service manager sends to both.
 */
export function serveTasks<Input, Output>(perform: Task<Input, Output>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit())
  process.on('message', (input: Input) => {
    void captureReply(async () => perform(input)).then((answer) => process.send?.(answer))
  })
}

async function captureReply<Output>(perform: () => Promise<Output>): Promise<Reply<Output>> {
  try {
    return { output: await perform() }
  } catch (error) {
    return { error: error instanceof Error ? error.message : 'The task failed.' }
  }
}
