// Draws the Mermaid blocks as SVG files, for light and for dark pages, with the tests' Chromium: readers get
// pictures and no script. Only blocks that changed are drawn.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { diagramFiles, findDiagrams, FOLDER, hashSource } from '../site/diagrams.ts'
import { launchBrowser } from '../test/browser/launch.ts'

const folder = join(import.meta.dirname, '..', FOLDER)

/** The pages' colors. */
const COLORS = {
  light: {
    background: '#ffffff',
    primaryColor: '#eef5f4',
    primaryTextColor: '#17211f',
    primaryBorderColor: '#0f766e',
    lineColor: '#55635f',
    secondaryColor: '#f5f1e6',
    tertiaryColor: '#f6f8f7',
    noteBkgColor: '#f5f1e6',
    noteBorderColor: '#b7861f',
    noteTextColor: '#17211f',
    edgeLabelBackground: '#ffffff',
  },
  dark: {
    background: '#111716',
    primaryColor: '#16302d',
    primaryTextColor: '#e6eceb',
    primaryBorderColor: '#2dd4bf',
    lineColor: '#a3b1ad',
    secondaryColor: '#2d2718',
    tertiaryColor: '#1a2221',
    noteBkgColor: '#2d2718',
    noteBorderColor: '#d9a83f',
    noteTextColor: '#e6eceb',
    edgeLabelBackground: '#111716',
  },
} as const

type Theme = keyof typeof COLORS

/** Writes what is missing, and removes what no page shows. */
export async function drawDiagrams(): Promise<void> {
  const sources = findDiagrams()
  const wanted = new Set(sources.flatMap((source) => Object.values(diagramFiles(source))))
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) if (!wanted.has(name)) rmSync(join(folder, name))
  const missing = sources.filter((source) =>
    Object.values(diagramFiles(source)).some((name) => !existsSync(join(folder, name))),
  )
  if (missing.length === 0) return
  const browser = await launchBrowser()
  try {
    for (const theme of ['light', 'dark'] as const) await drawAll(browser, missing, theme)
  } finally {
    await browser.close()
  }
}

async function drawAll(browser: Browser, sources: readonly string[], theme: Theme): Promise<void> {
  const page = await browser.newPage()
  await page.setContent('<!doctype html><body></body>')
  const mermaid = createRequire(import.meta.url).resolve('mermaid/dist/mermaid.min.js')
  await page.addScriptTag({ content: readFileSync(mermaid, 'utf8') })
  const config = {
    startOnLoad: false,
    securityLevel: 'strict',
    deterministicIds: true,
    theme: 'base',
    look: 'classic',
    fontFamily: 'system-ui, sans-serif',
    htmlLabels: false,
    flowchart: { htmlLabels: false, wrappingWidth: 400 },
    themeVariables: { ...COLORS[theme], darkMode: theme === 'dark', fontSize: '14px' },
  }
  await page.evaluate(`mermaid.initialize(${JSON.stringify(config)})`)
  for (const source of sources) {
    const drawn: string = await page.evaluate(`(${DRAW})(${JSON.stringify(source)})`)
    const note = `<!-- Drawn by \`npm run docs\` from the source with the SHA-256 ${hashSource(source)}. -->`
    writeFileSync(join(folder, diagramFiles(source)[theme]), `${note}\n${drawn}\n`)
  }
  await page.close()
}

/** Drops style rules for other kinds, which are most rules, and centers labels, which Mermaid does in HTML only. */
const DRAW = `async (source) => {
  const { svg } = await mermaid.render('diagram', source)
  document.body.innerHTML = svg
  const root = document.querySelector('svg')
  for (const style of root.querySelectorAll('style')) {
    const kept = [...style.sheet.cssRules].filter((rule) => {
      if (!rule.selectorText) return false
      try { return root.matches(rule.selectorText) || document.querySelector(rule.selectorText) } catch { return false }
    })
    style.textContent = kept.map((rule) => rule.cssText).join('')
  }
  const scale = root.getScreenCTM().a
  const middle = (part) => { const { x, width } = part.getBoundingClientRect(); return x + width / 2 }
  for (const node of root.querySelectorAll('.node')) {
    const [shape, text] = [node.querySelector('rect, path, polygon'), node.querySelector('text')]
    if (!shape || !text || !text.textContent.trim()) continue
    const offset = Math.round((middle(shape) - middle(text)) / scale * 10) / 10
    if (Math.abs(offset) > 1) text.setAttribute('transform', 'translate(' + offset + ', 0)')
  }
  const { width, height } = root.viewBox.baseVal
  root.setAttribute('width', Math.ceil(width))
  root.setAttribute('height', Math.ceil(height))
  root.removeAttribute('style')
  for (const part of root.querySelectorAll('[data-points]')) part.removeAttribute('data-points')
  return new XMLSerializer().serializeToString(root)
}`
