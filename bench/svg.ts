// Parts that all charts share: colors for light and dark paper, text, and round numbers for axes.

// The hues stay distinct for color-blind readers; each theme has its own steps.
export const STYLE = `<style>
  text { font: 13px system-ui, sans-serif; fill: #0b0b0b }
  .title { font-size: 15px; font-weight: 600 }
  .quiet { fill: #52514e }
  .grid { stroke: #e4e3df }
  .limit { stroke: #52514e; stroke-dasharray: 5 4 }
  .grey { fill: #a9a8a2 }
  .s0 { fill: #2a78d6; stroke: #2a78d6 } .s1 { fill: #1baf7a; stroke: #1baf7a }
  .s2 { fill: #eda100; stroke: #eda100 } .s3 { fill: #e87ba4; stroke: #e87ba4 }
  .s4 { fill: #4a3aa7; stroke: #4a3aa7 }
  polyline.line { fill: none } .line { stroke-width: 2 }
  @media (prefers-color-scheme: dark) {
    text { fill: #ffffff } .quiet { fill: #c3c2b7 } .grid { stroke: #383835 } .limit { stroke: #c3c2b7 }
    .grey { fill: #6f6e68 }
    .s0 { fill: #3987e5; stroke: #3987e5 } .s1 { fill: #199e70; stroke: #199e70 }
    .s2 { fill: #c98500; stroke: #c98500 } .s3 { fill: #d55181; stroke: #d55181 }
    .s4 { fill: #9085e9; stroke: #9085e9 }
  }
</style>`

export const HUES = ['s0', 's1', 's2', 's3', 's4'] as const

/** 1, 2 or 5 times a power of ten. */
export function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough || 1))
  return ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
}

export function text(x: number, y: number, content: string, anchor: string, style = ''): string {
  const look = style === '' ? '' : ` class="${style}"`
  return `<text${look} x="${n(x)}" y="${n(y)}" text-anchor="${anchor}">${escape(content)}</text>`
}

export function n(value: number): string {
  return String(Math.round(value * 10) / 10)
}

function escape(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
