/** The program's exit codes, documented in docs/guides/command-line.md. */
export const EXIT = {
  done: 0,
  /** The command could not do its work. */
  failed: 1,
  /** The command line is wrong: an unknown option, a missing argument. */
  usage: 2,
  /** No API key, or one that the server refuses. */
  refused: 3,
  /** The server cannot be reached, or has an error of its own. */
  unavailable: 4,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** A failure for people: the message says what happened, `next` what to do. */
export class CliFailure extends Error {
  readonly next: string
  readonly exit: ExitCode

  constructor(message: string, next: string, exit: ExitCode = EXIT.failed) {
    super(message)
    this.next = next
    this.exit = exit
  }
}
