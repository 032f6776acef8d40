// Syntax colors in examples: strings, numbers, comments and names, in the few languages that the guides use.
import { escape } from '@florin/pages/escape.ts'

type Kind = 'comment' | 'string' | 'key' | 'number' | 'word'

const STRING = /"(?:[^"\\\n]|\\.)*"|'[^']*'/.source
const rules: Readonly<Record<string, RegExp>> = {
  json: /(?<key>"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\\n]|\\.)*")|(?<number>-?\b\d+(?:\.\d+)?\b)|(?<word>\b(?:true|false|null)\b)/g,
  sh: new RegExp(
    `(?<comment>(?<=^|\\s)#.*$)|(?<string>${STRING})|(?<word>\\b(?:curl|npm|node|export|cd|git|florin|scripts/\\w+)\\b)|(?<key>(?<=\\s)--?[a-zA-Z][\\w-]*)`,
    'gm',
  ),
  js: new RegExp(
    `(?<comment>//.*$|/\\*[^]*?\\*/)|(?<string>${STRING}|\`[^\`]*\`)|(?<word>\\b(?:const|let|async|await|import|from|export|function|return|if|else|new|type|interface)\\b)|(?<number>\\b\\d[\\d_]*\\b)`,
    'gm',
  ),
}
const aliases: Readonly<Record<string, string>> = { ts: 'js', console: 'sh', html: 'js', ini: 'sh' }

export function highlight(text: string, language: string): string {
  const rule = rules[aliases[language] ?? language]
  if (rule === undefined) return escape(text)
  let html = ''
  let end = 0
  for (const match of text.matchAll(rule)) {
    const [whole] = match
    const [kind] = Object.entries(match.groups ?? {}).find(([, part]) => part !== undefined) ?? []
    html += escape(text.slice(end, match.index)) + colored(whole, kind as Kind)
    end = match.index + whole.length
  }
  return html + escape(text.slice(end))
}

function colored(text: string, kind: Kind): string {
  return `<span class="code-${kind}">${escape(text)}</span>`
}
