import { settings } from '#config.ts'

/** The environment variables for a command's help: each with its default and the first sentence about it. */
export function variables(): string {
  const rows = Object.values(settings)
  const width = Math.max(...rows.map(({ name }) => name.length)) + 2
  const lines = rows.map((row) => {
    const fallback = 'fallback' in row ? row.fallback : undefined
    const [sentence] = row.about.replaceAll('`', '').split(/(?<=\.) /)
    const note = fallback === undefined ? ' (required)' : fallback === '' ? '' : ` (${fallback})`
    return `  ${row.name.padEnd(width)}${sentence}${note}`
  })
  return ['', 'Environment variables:', ...lines, '', 'More: docs/reference/configuration.md'].join(
    '\n',
  )
}
