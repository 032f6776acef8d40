// The script on documentation pages: search, and buttons that copy examples. It builds elements, never HTML.

import { type Entry, openSearch, type Search } from './find.ts'
import { watchTabs } from './tabs.ts'

const EXCERPT = 110

const input = document.querySelector<HTMLInputElement>('#search')
const list = document.querySelector<HTMLUListElement>('#results')
let opened: Promise<Search> | undefined

function loadSearch(): Promise<Search> {
  opened ??= fetch('/docs/search.json')
    .then((answer) => answer.json() as Promise<Entry[]>)
    .then(openSearch)
  return opened
}

function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...children: Node[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

function excerpt(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 30)
  return `${at > 0 ? '…' : ''}${text.slice(at, at + EXCERPT)}${text.length > at + EXCERPT ? '…' : ''}`
}

function renderResult([page, heading, url, text]: Entry, n: number, word: string): HTMLLIElement {
  const title = element('strong', { textContent: heading === '' ? page : heading })
  const where = element('small', { textContent: heading === '' ? '' : page })
  const about = element('span', { textContent: excerpt(text, word) })
  const link = element('a', { href: url, tabIndex: -1 }, title, where, about)
  const item = element('li', { id: `result-${n}`, role: 'option' }, link)
  item.ariaSelected = 'false'
  return item
}

async function search(field: HTMLInputElement, results: HTMLUListElement): Promise<void> {
  const words = splitWords(field.value)
  const entries = words.length === 0 ? [] : (await loadSearch())(field.value)
  // Another letter was typed while the index was loading.
  if (splitWords(field.value).join(' ') !== words.join(' ')) return
  const items = entries.map((entry, n) => renderResult(entry, n, words[0] ?? ''))
  if (words.length > 0 && items.length === 0) {
    items.push(element('li', { className: 'nothing', textContent: 'Nothing found.' }))
  }
  results.replaceChildren(...items)
  show(field, results, words.length > 0)
  select(field, results, 0)
}

function show(field: HTMLInputElement, results: HTMLUListElement, isShown: boolean): void {
  results.hidden = !isShown
  field.ariaExpanded = String(isShown)
  if (!isShown) field.removeAttribute('aria-activedescendant')
}

function select(field: HTMLInputElement, results: HTMLUListElement, wanted: number): void {
  const options = [...results.querySelectorAll<HTMLLIElement>('[role=option]')]
  const nth = (wanted + options.length) % Math.max(1, options.length)
  options.forEach((option, n) => (option.ariaSelected = String(n === nth)))
  const selected = options[nth]
  if (selected === undefined) return
  field.setAttribute('aria-activedescendant', selected.id)
  selected.scrollIntoView({ block: 'nearest' })
}

function selectedIndex(results: HTMLUListElement): number {
  return [...results.querySelectorAll('[role=option]')].findIndex(
    (option) => option.ariaSelected === 'true',
  )
}

if (input && list) {
  input.addEventListener('focus', () => void loadSearch())
  input.addEventListener('input', () => void search(input, list))
  input.addEventListener('keydown', (event) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined && !list.hidden) {
      event.preventDefault()
      select(input, list, selectedIndex(list) + step)
    }
    if (event.key === 'Escape') show(input, list, false)
  })
  input.form?.addEventListener('submit', (event) => {
    event.preventDefault()
    list.querySelector<HTMLAnchorElement>('[aria-selected=true] a')?.click()
  })
  list.addEventListener('click', () => show(input, list, false))
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Node) || !input.form?.contains(event.target)) {
      show(input, list, false)
    }
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    input.focus()
  })
}

const COPIED_MS = 1500

for (const block of document.querySelectorAll<HTMLElement>('.example > pre')) {
  const button = element('button', { type: 'button', className: 'copy', textContent: 'Copy' })
  const status = element('span', { className: 'visually-hidden' })
  status.setAttribute('role', 'status')
  const say = (word: string) => {
    button.textContent = word === '' ? 'Copy' : word
    status.textContent = word
  }
  const copy = async () => {
    const text = block.querySelector('code')?.textContent ?? ''
    // A prompt is no command.
    const isSession = block.dataset['language'] === 'console'
    await navigator.clipboard.writeText(isSession ? text.replaceAll(/^\$ /gm, '') : text)
    say('Copied')
    setTimeout(() => say(''), COPIED_MS)
  }
  button.addEventListener('click', () => void copy())
  block.parentElement?.append(button, status)
}
watchTabs()

/** On a wide screen the navigation is always open. */
const wide = matchMedia('(min-width: 900px)')
const menu = document.querySelector<HTMLDetailsElement>('.menu')
function openMenu(): void {
  if (menu) menu.open = wide.matches
}
wide.addEventListener('change', openMenu)
openMenu()
document.querySelector('.menu [aria-current=page]')?.scrollIntoView({ block: 'nearest' })
