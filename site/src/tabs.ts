// Code groups: a reader who chooses a language sees it in every group, on every page.

const KEY = 'florin-docs-language'

export function watchTabs(): void {
  for (const group of document.querySelectorAll('.vp-code-group')) {
    group.addEventListener('change', ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return
      const title = titleOf(target)
      localStorage.setItem(KEY, title)
      showLanguage(title)
    })
  }
  showLanguage(localStorage.getItem(KEY) ?? '')
}

function titleOf(tab: HTMLInputElement): string {
  return tab.nextElementSibling?.textContent ?? ''
}

function showLanguage(title: string): void {
  for (const group of document.querySelectorAll('.vp-code-group')) {
    const tabs = [...group.querySelectorAll<HTMLInputElement>('.tabs input')]
    const nth = tabs.findIndex((tab) => titleOf(tab) === title)
    const tab = tabs[nth]
    if (tab === undefined) continue
    tab.checked = true
    group.querySelectorAll('.blocks > .example').forEach((block, n) => {
      block.classList.toggle('active', n === nth)
    })
  }
}
