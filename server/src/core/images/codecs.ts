// The decoders and the JPEG encoder, as WebAssembly: their memory is their own. They are loaded by the process that redraws
// images, and by nothing else. The PNG codec also makes the ImageData that the JPEG codec needs.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import decodeJpegWasm, { init as initJpegDecoder } from '@jsquash/jpeg/decode.js'
import encodeJpegWasm, { init as initJpegEncoder } from '@jsquash/jpeg/encode.js'
import { decode as decodePngWasm, init as initPng } from '@jsquash/png/decode.js'
import type { Pixels } from './encode_png.ts'
import type { ImageType } from './check.ts'

const require = createRequire(import.meta.url)

function wasm(file: string): Promise<Buffer> {
  return readFile(require.resolve(file))
}

/** Discards decoder output about an image. */
const silent = { print: () => undefined, printErr: () => undefined }

async function load(): Promise<void> {
  const jpeg = '@jsquash/jpeg/codec'
  await initPng(await wasm('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'))
  const decoder = { wasmBinary: await wasm(`${jpeg}/dec/mozjpeg_dec.wasm`), ...silent }
  const encoder = { wasmBinary: await wasm(`${jpeg}/enc/mozjpeg_enc.wasm`), ...silent }
  await initJpegDecoder(decoder)
  await initJpegEncoder(encoder)
}

let loaded: Promise<void> | undefined

export function loadCodecs(): Promise<void> {
  return (loaded ??= load())
}

export async function decode(type: ImageType, bytes: Uint8Array): Promise<Pixels> {
  await loadCodecs()
  const own = Uint8Array.from(bytes).buffer
  return type === 'png' ? decodePngWasm(own) : decodeJpegWasm(own)
}

export async function encodeJpeg(pixels: Pixels, quality: number): Promise<Buffer> {
  await loadCodecs()
  // Progressive scans save little, and take twice the time.
  return Buffer.from(await encodeJpegWasm(pixels, { quality, progressive: false }))
}
