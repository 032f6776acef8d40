// Reads which metrics and labels a PromQL expression uses. It does not check the syntax: promtool does.

export interface Selector {
  metric: string
  /** Labels in braces. */
  labels: string[]
}

const KEYWORDS: ReadonlySet<string> = new Set(['and', 'or', 'unless', 'bool', 'offset', 'by', 'on'])

export function findSelectors(expr: string): Selector[] {
  const text = expr
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
    .replaceAll(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
    .replaceAll(/\[[^\]]*\]/g, ' ')
    .replaceAll(/\boffset\s+\w+/g, ' ')
  return [...text.matchAll(/(?<![\w.:])([a-zA-Z_:][\w:]*)(\s*\(|\{[^}]*\})?/g)].flatMap(
    ([, metric = '', rest = '']) => {
      if (rest.endsWith('(') || KEYWORDS.has(metric)) return []
      const labels = [...rest.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label)
      return [{ metric, labels }]
    },
  )
}

/** Labels that the expression groups or joins by. */
export function findGroupings(expr: string): string[] {
  return [...expr.matchAll(/\b(?:by|on)\s*\(([^)]*)\)/g)].flatMap(
    ([, labels = '']) => labels.match(/\w+/g) ?? [],
  )
}
