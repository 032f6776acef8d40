// CPU seconds that processes have used, read from /proc: the api by its pid, PostgreSQL as its
// postmaster with all children, the ended ones included.
import { readdirSync, readFileSync } from 'node:fs'

const TICKS = 100

interface Stat {
  ppid: number
  own: number
  reaped: number
}

function stat(pid: number | string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [ppid = 0] = fields.slice(1, 2)
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15)
    return { ppid, own: (utime + stime) / TICKS, reaped: (cutime + cstime) / TICKS }
  } catch {
    return undefined
  }
}

export function cpuOf(pid: number): number {
  return stat(pid)?.own ?? 0
}

export function cpuOfTree(pid: number): number {
  const parent = stat(pid)
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => stat(name))
    .filter((each) => each?.ppid === pid)
  return children.reduce(
    (sum, each) => sum + (each?.own ?? 0),
    (parent?.own ?? 0) + (parent?.reaped ?? 0),
  )
}

export function parentOf(pid: number): number {
  return stat(pid)?.ppid ?? 0
}

/**
 * CPU seconds, over all cores, that went to other guests on the same host, and in total, since the machine started.
 */
export function machineCpu(): { stolen: number; total: number } {
  const [, ...ticks] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').split(/\s+/)
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] =
    ticks.map((each) => Number(each) / TICKS)
  return { stolen: steal, total: user + nice + system + idle + iowait + irq + softirq + steal }
}
