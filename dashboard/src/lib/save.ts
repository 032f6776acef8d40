/** Saves a text as a file on the person's device. */
export function save(text: string, download: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  Object.assign(document.createElement('a'), { href, download }).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
