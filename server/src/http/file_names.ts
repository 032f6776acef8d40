// File names come from callers and may contain anything. A name is stored for people to read, without characters that
// could mislead them, and it is never part of a path.

const MAX_LENGTH = 255

/** A path's last part, without control and bidirectional characters. */
export function cleanName(sent: string): string {
  // Browsers encode these three characters in a form.
  const meant = sent.replaceAll(/%(22|0d|0a)/gi, decodeURIComponent)
  const last = meant.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const plain = last.replaceAll(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, '').trim()
  // A long name is cut at the start, because the end has the file type.
  const name = Array.from(plain).slice(-MAX_LENGTH).join('').trim()
  return /^\.*$/.test(name) ? 'file' : name
}

/** RFC 6266: the name in ASCII for old clients, and in full for the others. */
export function contentDisposition(name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_')
  const full = encodeURIComponent(name).replaceAll(
    /['()*!]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${full}`
}
