// A QR code that is drawn in the browser, and saved as a file for a poster or a receipt.
import { create } from 'qrcode/lib/core/qrcode.js'
import styles from './qr.module.css'

const QUIET_ZONE = 4
const PNG_SIZE = 1_024

interface Drawing {
  /** Modules along one side, with the quiet zone. */
  readonly size: number
  readonly dark: readonly (readonly [x: number, y: number])[]
}

/** Medium correction: a printed code may be scratched or folded. */
function draw(text: string): Drawing {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const line = Array.from({ length: modules.size }, (_, n) => n)
  const dark = line.flatMap((y) =>
    line.filter((x) => modules.get(y, x)).map((x) => [x + QUIET_ZONE, y + QUIET_ZONE] as const),
  )
  return { size: modules.size + 2 * QUIET_ZONE, dark }
}

function drawPath({ dark }: Drawing): string {
  return dark.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join('')
}

/** Black on white in both themes: some scanners read no other. */
export function QrCode({ text, label, width }: { text: string; label: string; width: number }) {
  const drawing = draw(text)
  const { size } = drawing
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={width}
      height={width}
      shapeRendering="crispEdges"
      className={styles.code}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={drawPath(drawing)} />
    </svg>
  )
}

export function saveQrSvg(text: string, name: string): void {
  const drawing = draw(text)
  const { size } = drawing
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 8}" height="${size * 8}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${drawPath(drawing)}"/></svg>\n`
  save(new Blob([svg], { type: 'image/svg+xml' }), `${name}.svg`)
}

export function saveQrPng(text: string, name: string): void {
  const { size, dark } = draw(text)
  // Whole pixels for each module, so that no edge is blurred.
  const scale = Math.ceil(PNG_SIZE / size)
  const canvas = Object.assign(document.createElement('canvas'), {
    width: size * scale,
    height: size * scale,
  })
  const pen = canvas.getContext('2d')
  if (pen === null) return
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.scale(scale, scale)
  pen.fillStyle = '#000'
  for (const [x, y] of dark) pen.fillRect(x, y, 1, 1)
  canvas.toBlob((blob) => blob && save(blob, `${name}.png`), 'image/png')
}

function save(blob: Blob, download: string): void {
  const href = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href, download }).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
