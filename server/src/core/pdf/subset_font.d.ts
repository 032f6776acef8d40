// The used part of subset-font; its published types are older than these options.
declare module 'subset-font' {
  interface Options {
    readonly targetFormat: 'truetype'
    readonly keepAllGlyphs: true
    readonly noHinting: boolean
    readonly variationAxes: Readonly<Record<string, number>>
  }
  export default function subsetFont(
    font: Buffer,
    text: undefined,
    options: Options,
  ): Promise<Buffer>
}
