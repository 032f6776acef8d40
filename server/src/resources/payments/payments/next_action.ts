// A payment's `next_action`: the step that the customer has to take.
import { create } from 'qrcode'
import type { Instructions } from '#core/providers/provider.ts'

export type NextAction = { type: string } & Record<string, unknown>

export function redirectTo(page_url: string): NextAction {
  return { type: 'redirect_to_url', redirect_to_url: page_url }
}

/** The customer acts on another device; the page only waits. */
export function waitScreen(from: Date, until: Date): NextAction {
  return {
    type: 'wait_screen_information',
    display_from_timestamp: from.toISOString(),
    display_to_timestamp: until.toISOString(),
  }
}

export function toNextAction(instructions: Instructions): NextAction {
  switch (instructions.type) {
    case 'bank_transfer': {
      const { type: _, ...details } = instructions
      return { type: 'display_bank_transfer_information', ...details }
    }
    case 'qr':
      return {
        type: 'qr_code_information',
        raw_qr_data: instructions.data,
        image_data_url: qrImage(instructions.data),
        display_to_timestamp: instructions.expires_at,
      }
    case 'voucher': {
      const { type: _, ...details } = instructions
      return { type: 'display_voucher_information', ...details }
    }
  }
}

const QUIET_ZONE = 4

/** The code as an SVG image in a data URL. */
function qrImage(data: string): string {
  const { modules } = create(data, { errorCorrectionLevel: 'M' })
  const size = modules.size + 2 * QUIET_ZONE
  let path = ''
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) {
      if (modules.get(y, x)) path += `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z`
    }
  }
  const box = `viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${box}><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
