// The name of a file is the caller's and may hold anything. It is kept for people to read, cleaned of
// what could mislead them, and it is never part of a path.

const LONGEST = 255

/** The last part of a path, without control characters and turns of the writing direction. */
export function cleanName(sent: string): string {
  // As browsers write these three in a form.
  const meant = sent.replaceAll(/%(22|0d|0a)/gi, decodeURIComponent)
  const last = meant.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const plain = last.replaceAll(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, '').trim()
  // The end is kept, because the kind of the file is told there.
  const name = Array.from(plain).slice(-LONGEST).join('').trim()
  return /^\.*$/.test(name) ? 'file' : name
}

/** As RFC 6266 wants it: the name in ASCII for old programs, and in full for the others. */
export function contentDisposition(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_')
  const full = encodeURIComponent(name).replaceAll(
    /['()*!]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${full}`
}
