// Work on bytes that a caller chose, in a thread of its own: one task at a time. A task that crashes, takes too long or
// needs too much memory ends its thread and nothing else; the next task gets a new one.
import { parentPort, Worker } from 'node:worker_threads'
import { MINUTE_MS } from './clock.ts'

export interface ThreadLimits {
  /** For one task. */
  readonly timeout_ms: number
  /** Tasks in the queue, the running one included. */
  readonly max_waiting: number
  /** Memory for objects. Buffers are not counted, so a task bounds them itself. */
  readonly max_mb: number
}

/** The task was not done: `busy` before it began; the others ended the thread. */
export class ThreadFailure extends Error {
  readonly reason: 'busy' | 'timeout' | 'died'

  constructor(reason: ThreadFailure['reason'], cause?: unknown) {
    super(`the thread is ${reason}`, { cause })
    this.reason = reason
  }
}

type Reply<Output> = { readonly output: Output } | { readonly error: string }

/** A thread without work ends, and its memory is free again. */
const IDLE_MS = MINUTE_MS

export class Thread<Input, Output> {
  private readonly file: URL
  private readonly limits: ThreadLimits
  private worker: Worker | undefined
  private idle: NodeJS.Timeout | undefined
  private last: Promise<unknown> = Promise.resolve()
  private waiting = 0
  /** Ends the running task. */
  private finish: ((outcome: Reply<Output> | ThreadFailure) => void) | undefined

  /** `file` serves the tasks, with `serveThread`. */
  constructor(file: URL, limits: ThreadLimits) {
    this.file = file
    this.limits = limits
  }

  /** Throws what the task threw, as an Error with its message, or a ThreadFailure. */
  async run(input: Input): Promise<Output> {
    if (this.waiting >= this.limits.max_waiting) throw new ThreadFailure('busy')
    this.waiting++
    const turn = this.last.then(() => this.perform(input))
    this.last = turn.catch(() => undefined)
    const outcome = await turn.finally(() => this.waiting--)
    if (outcome instanceof ThreadFailure) throw outcome
    if ('error' in outcome) throw new Error(outcome.error)
    return outcome.output
  }

  private perform(input: Input): Promise<Reply<Output> | ThreadFailure> {
    const worker = this.worker ?? this.start()
    clearTimeout(this.idle)
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => this.drop(new ThreadFailure('timeout')),
        this.limits.timeout_ms,
      )
      this.finish = (outcome) => {
        clearTimeout(timer)
        this.finish = undefined
        worker.unref()
        this.idle = setTimeout(() => this.drop(), IDLE_MS).unref()
        resolve(outcome)
      }
      worker.ref()
      worker.postMessage(input, [])
    })
  }

  /** The listeners stay: a task can crash its thread after it has answered. */
  private start(): Worker {
    const { max_mb: maxOldGenerationSizeMb } = this.limits
    const worker = new Worker(this.file, { resourceLimits: { maxOldGenerationSizeMb } })
    const died = (cause: unknown) => {
      if (this.worker === worker) this.drop(new ThreadFailure('died', cause))
    }
    worker.on('message', (reply: Reply<Output>) => {
      if (this.worker === worker) this.finish?.(reply)
    })
    worker.on('error', died)
    worker.on('exit', died)
    this.worker = worker
    return worker
  }

  private drop(failure?: ThreadFailure): void {
    const { worker } = this
    this.worker = undefined
    void worker?.terminate()
    if (failure) this.finish?.(failure)
  }
}

export type Task<Input, Output> = (input: Input) => Promise<Output>

/** In the file of a thread: answers each task. */
export function serveThread<Input, Output>(perform: Task<Input, Output>): void {
  parentPort?.on('message', (input: Input) => {
    void answerOf(async () => perform(input)).then((answer) => parentPort?.postMessage(answer, []))
  })
}

async function answerOf<Output>(perform: () => Promise<Output>): Promise<Reply<Output>> {
  try {
    return { output: await perform() }
  } catch (error) {
    return { error: error instanceof Error ? error.message : 'The task failed.' }
  }
}
