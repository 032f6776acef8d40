// The whole filtered result as CSV: page after page through the API, straight into a file where the browser can, so that
// its size does not matter.
import { Button, Group, Progress } from '@mantine/core'
import { useRef, useState } from 'react'
import { announce } from '../frame/announce.tsx'
import { wholeNumber } from '../lib/numbers.ts'
import type { Search } from '../lib/url.ts'
import type { ListConfig } from './config.ts'

const ROWS = 100

interface Progressing {
  readonly done: number
  readonly total: number
}

export interface Exporting {
  readonly isRunning: boolean
  readonly progress: Progressing | undefined
  /** Filters that are not known yet start nothing. */
  start: (filters: Search | undefined) => void
  stop: () => void
}

interface Sink {
  write: (text: string) => Promise<void>
  close: () => Promise<void>
  /** A partial list must not look complete. */
  abort: () => Promise<void>
}

export function useExport<Row>(config: ListConfig<Row>): Exporting {
  const [progress, setProgress] = useState<Progressing>()
  const stopping = useRef<AbortController>(undefined)
  const run = async (filters: Search | undefined) => {
    if (filters === undefined) return
    const name = `${config.name}-${new Date().toISOString().slice(0, 10)}.csv`
    const sink = await openSink(name).catch(() => undefined)
    if (sink === undefined) return
    const { signal } = (stopping.current = new AbortController())
    setProgress({ done: 0, total: 1 })
    try {
      const done = await copy(config, filters, sink, signal, setProgress)
      await sink.close()
      announce('done', `${done} rows are in ${name}.`)
    } catch (error) {
      await sink.abort().catch(() => undefined)
      if (!signal.aborted)
        announce('failed', error instanceof Error ? error.message : 'The export failed.')
    } finally {
      setProgress(undefined)
    }
  }
  return {
    isRunning: progress !== undefined,
    progress,
    start: (filters) => void run(filters),
    stop: () => stopping.current?.abort(),
  }
}

async function copy<Row>(
  config: ListConfig<Row>,
  filters: Search,
  sink: Sink,
  signal: AbortSignal,
  report: (progress: Progressing) => void,
): Promise<number> {
  const columns = config.columns.filter(({ isAction }) => !isAction)
  await sink.write(toCsvLine(columns.map(({ title }) => title)))
  let done = 0
  let after: string | undefined
  for (;;) {
    signal.throwIfAborted()
    const query = {
      ...dropUndefined(filters),
      limit: ROWS,
      ...(after ? { starting_after: after } : {}),
    }
    const page = await config.read(query)
    await sink.write(
      page.data.map((row) => toCsvLine(columns.map((column) => column.text(row)))).join(''),
    )
    done += page.data.length
    report({ done, total: Math.max(page.total_count, done) })
    const last = page.data.at(-1)
    if (!page.has_more || last === undefined) return done
    after = config.idOf(last)
  }
}

function dropUndefined(filters: Search): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

/** A cell that begins like a formula would be run by a spreadsheet: it gets an apostrophe. */
export function toCsvLine(cells: readonly (string | number | null)[]): string {
  const text = cells.map((cell) => {
    if (typeof cell === 'number') return String(cell)
    const safe = /^[=+\-@\t\r]/.test(cell ?? '') ? `'${cell}` : (cell ?? '')
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  })
  return `${text.join(',')}\r\n`
}

declare global {
  interface Window {
    showSaveFilePicker?(options: object): Promise<{ createWritable(): Promise<Sink> }>
  }
}

async function openSink(suggestedName: string): Promise<Sink> {
  if (window.showSaveFilePicker) {
    const file = await window.showSaveFilePicker({ suggestedName })
    return file.createWritable()
  }
  const parts: string[] = []
  return {
    write: async (text) => void parts.push(text),
    abort: async () => undefined,
    close: async () => {
      const url = URL.createObjectURL(new Blob(parts, { type: 'text/csv' }))
      Object.assign(document.createElement('a'), { href: url, download: suggestedName }).click()
      setTimeout(() => URL.revokeObjectURL(url), 60_000)
    },
  }
}

export function Export({ state: { progress, stop } }: { state: Exporting }) {
  if (progress === undefined) return null
  const { done, total } = progress
  return (
    <div className="card inset above" role="status">
      <Group gap={12} mb={8} wrap="nowrap">
        <span className="num grow">Exporting: {wholeNumber(done)} rows so far</span>
        <Button size="compact-sm" variant="default" onClick={stop}>
          Stop
        </Button>
      </Group>
      <Progress value={(100 * done) / total} aria-label="Export progress" />
    </div>
  )
}
