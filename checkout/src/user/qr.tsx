// A QR code drawn in the browser: its secret never leaves the page.
import { create } from 'qrcode/lib/core/qrcode.js'

const QUIET_ZONE = 4

export function QrCode({ data, label }: { data: string; label: string }) {
  // A screen is not damaged, so the least correction gives the largest modules.
  const { modules } = create(data, { errorCorrectionLevel: 'L' })
  const size = modules.size + 2 * QUIET_ZONE
  let path = ''
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) {
      if (modules.get(y, x)) path += `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z`
    }
  }
  return (
    <svg
      class="qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width="208"
      height="208"
      shape-rendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}
