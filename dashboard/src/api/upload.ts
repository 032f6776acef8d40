// Uploads a file with progress, which `fetch` cannot report. It makes the API's checks before sending.
import { ApiError, type Fault, type Schemas, standing } from './client.ts'

export type UploadedFile = Schemas['File']

const LARGEST_BYTES = 5_000_000

/** The API determines the type from the first bytes, so a renamed file is found here too. */
const signatures: readonly (readonly number[])[] = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  [0x25, 0x50, 0x44, 0x46, 0x2d],
]

export const ACCEPTED = 'image/jpeg,image/png,application/pdf'

/** Why the API would refuse this file; undefined if it would not. */
export async function faultOfFile(file: File): Promise<string | undefined> {
  if (file.size === 0) return `${file.name} is empty. Choose another file.`
  if (file.size > LARGEST_BYTES) {
    return `${file.name} has ${formatSize(file.size)}; at most 5 MB are accepted. Reduce its size, or split it.`
  }
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  const isKnown = signatures.some((bytes) => bytes.every((byte, at) => head[at] === byte))
  return isKnown ? undefined : `${file.name} is not a JPEG, PNG or PDF file. Convert it first.`
}

export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** `report` receives the share that is sent, 0 to 1. */
export function uploadFile(
  file: File,
  dispute_id: string,
  report: (share: number) => void,
  signal: AbortSignal,
): Promise<UploadedFile> {
  const form = new FormData()
  form.append('purpose', 'dispute_evidence')
  form.append('dispute_id', dispute_id)
  form.append('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/files')
    request.responseType = 'json'
    request.setRequestHeader('Idempotency-Key', crypto.randomUUID())
    if (standing.csrf_token !== undefined)
      request.setRequestHeader('x-csrf-token', standing.csrf_token)
    request.upload.addEventListener('progress', ({ loaded, total }) => report(loaded / total))
    request.addEventListener('load', () => {
      const { status, response } = request
      if (status === 201) resolve(response as UploadedFile)
      else reject(new ApiError(status, (response as { error?: Fault } | null)?.error ?? {}))
    })
    request.addEventListener('error', () => reject(new ApiError(0, {})))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
