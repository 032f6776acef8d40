// Florin's program at a commit: the current tree, or an earlier commit with its own packages.
import { execFile, fork } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { run } from '../../scripts/release/run.ts'
import { childEnv } from '#testing/child_env.ts'

const root = resolve(import.meta.dirname, '../..')

export interface Program {
  readonly name: string
  readonly root: string
}

export interface Ran {
  readonly code: number
  readonly output: string
}

export interface RunningRole {
  readonly program: Program
  readonly port: number
  /** Resolves when it has ended after SIGTERM, with its exit code. */
  stop(): Promise<number | null>
}

export type Env = Readonly<Record<string, string>>

export const current: Program = { name: 'new', root }

/** Only committed files, with the packages in its own lock file. */
export async function checkOut(commit: string, folder: string): Promise<Program> {
  const archive = `${folder}.tar`
  await mkdir(folder)
  run('git', ['archive', '--format=tar', '--output', archive, commit], { cwd: root })
  run('tar', ['-xf', archive, '-C', folder])
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  run('npm', ['ci', '--omit=dev', '--ignore-scripts', ...quiet], { cwd: folder })
  return { name: 'old', root: folder }
}

function main({ root }: Program): string {
  return join(root, 'server/src/main.ts')
}

export function runCommand(program: Program, args: readonly string[], env: Env): Promise<Ran> {
  const options = { cwd: program.root, env: { ...childEnv(), ...env }, maxBuffer: 2 ** 26 }
  return new Promise((done) => {
    execFile(process.execPath, [main(program), ...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? 1)
      done({ code, output: `${stdout}${stderr}`.trim() })
    })
  })
}

/** Resolves when it says that it is up. */
export function startRole(
  program: Program,
  role: 'api' | 'worker',
  env: Env,
): Promise<RunningRole> {
  const child = fork(main(program), [role], {
    cwd: program.root,
    env: { ...childEnv(), ...env },
    stdio: ['ignore', 2, 2, 'ipc'],
    detached: true,
  })
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
  const endWithUs = () => void child.kill('SIGKILL')
  process.once('exit', endWithUs)
  void ended.then(() => process.off('exit', endWithUs))
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return new Promise((done, fail) => {
    void ended.then((code) => fail(new Error(`${program.name} ${role} ended with ${code}`)))
    child.once('message', (ports) =>
      done({ program, port: (ports as { port: number }).port, stop }),
    )
  })
}
