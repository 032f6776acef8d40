// Everything that a task can do to its process.
import { serveTasks } from '#kernel/contained_process.ts'

const tasks: Readonly<Record<string, () => string>> = {
  answer: () => 'answered',
  throw: () => {
    throw new Error('thrown')
  },
  loop: () => {
    for (;;);
  },
  fill: () => {
    const all: object[] = []
    for (;;) all.push({ filled: all.length })
  },
  exit: () => process.exit(1),
  kill: () => {
    process.kill(process.pid, 'SIGKILL')
    for (;;);
  },
  stop: () => {
    process.kill(process.pid, 'SIGTERM')
    return 'answered'
  },
  environment: () => Object.keys(process.env).toSorted().join(),
  'crash later': () => {
    setTimeout(crash, 50)
    return 'answered'
  },
}

function crash(): never {
  throw new Error('nobody catches this')
}

serveTasks<string, string>(async (name) => {
  if (name === 'crash') {
    setImmediate(crash)
    await new Promise(() => undefined)
  }
  return tasks[name]?.() ?? ''
})
