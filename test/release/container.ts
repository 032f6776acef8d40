// The image in podman, as a cautious operator runs it: a read-only root, no capabilities, no new privileges, 512 MB. The
// container shares the network of this machine, to reach the PostgreSQL, the Redis and the bank of the proof.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '#testing/eventually.ts'
import { run } from '../../scripts/release/run.ts'

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunningRole {
  /** From the start of podman to readiness. */
  readonly ready_ms: number
  /** Processor time that it took until then. */
  readonly cpu_ms: number
  /** Resident memory of the process in the container, in MB. */
  readMemory(): number
  /** SIGTERM; the exit code and how long it took. */
  stop(): Promise<{ code: number | null; ms: number }>
}

// crun refuses hybrid cgroups, and without CAP_SYS_RESOURCE the limits of this process cannot be raised.
const ENGINE = ['--cgroup-manager=cgroupfs', '--runtime=runc', '--log-level=error']
const LIMITS = ['--ulimit=nofile=20000:20000', '--ulimit=nproc=4096:4096', '--memory=512m']
const CAUTION = [
  '--read-only',
  '--tmpfs=/tmp',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
  '--network=host',
]

export class Containers {
  private readonly place: readonly string[]
  private image = ''
  private started = 0

  constructor(folder: string) {
    this.place = ['--root', join(folder, 'root'), '--runroot', join(folder, 'run')]
  }

  /** For this machine's architecture. */
  load(archive: string): void {
    const output = this.podman('pull', '--quiet', `oci-archive:${archive}`)
    this.image = output.trim()
  }

  inspect(format: string): string {
    return this.podman('image', 'inspect', '--format', format, this.image).trim()
  }

  remove(): void {
    this.podman('rm', '--all', '--force')
    this.podman('rmi', '--all', '--force')
  }

  private podman(...args: readonly string[]): string {
    return run('podman', [...this.place, ...ENGINE, ...args])
  }

  private words(options: readonly string[], env: Readonly<Record<string, string>>): string[] {
    const variables = Object.entries(env).map(([name, value]) => `--env=${name}=${value}`)
    const all = [...LIMITS, ...CAUTION, ...variables, ...options]
    return [...this.place, ...ENGINE, 'run', '--rm', ...all, this.image]
  }

  /** A command of the program; `options` are podman's. */
  command(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    options: readonly string[] = [],
  ): Ran {
    const { status, stdout, stderr } = spawnSync('podman', [...this.words(options, env), ...args], {
      encoding: 'utf8',
      timeout: 300_000,
    })
    return { code: status, stdout, stderr }
  }

  /** Runs another program of Node than the entry point. */
  node(args: readonly string[], options: readonly string[] = []): Ran {
    return this.command(args, {}, ['--entrypoint=/usr/bin/node', ...options])
  }

  async start(
    role: 'api' | 'worker',
    env: Readonly<Record<string, string>>,
    ready_url: string,
  ): Promise<RunningRole> {
    const name = `florin-proof-${process.pid}-${++this.started}`
    const start = performance.now()
    const child = spawn('podman', [...this.words([`--name=${name}`], env), role], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await eventually(`${role} is ready`, () => answers(ready_url, child), 60_000)
    const ready_ms = performance.now() - start
    const pid = this.podman('inspect', '--format', '{{.State.Pid}}', name).trim()
    return {
      ready_ms,
      cpu_ms: processorMs(pid),
      readMemory: () => residentMb(pid),
      stop: async () => {
        const since = performance.now()
        process.kill(Number(pid), 'SIGTERM')
        if (child.exitCode === null) await once(child, 'exit')
        return { code: child.exitCode, ms: performance.now() - since }
      },
    }
  }
}

async function answers(url: string, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`the container ended with ${child.exitCode}`)
  return fetch(url).then(
    ({ status }) => status === 200,
    () => false,
  )
}

/** Clock ticks are hundredths of a second on Linux. */
function processorMs(pid: string): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function residentMb(pid: string): number {
  const [, kb = '0'] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kb) / 1024
}
