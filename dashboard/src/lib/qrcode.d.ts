// The function that computes the modules. The package's types need Node's, which no browser has.
declare module 'qrcode/lib/core/qrcode.js' {
  interface Modules {
    readonly size: number
    get(row: number, column: number): number
  }
  export function create(
    text: string,
    options: { errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H' },
  ): { readonly modules: Modules }
}
