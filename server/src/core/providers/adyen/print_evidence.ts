// Prints evidence texts as a PDF, because Adyen takes documents only. The same texts give the same bytes.
import { ContainedProcess } from '#kernel/contained_process.ts'

export type EvidenceTexts = Readonly<Record<string, string>>

const printer = new ContainedProcess<EvidenceTexts, Uint8Array>(
  new URL('./print_evidence_process.ts', import.meta.url),
  { timeout_ms: 30_000, max_waiting: 30, max_mb: 256 },
)

/** Throws if it could not be printed; nothing has been sent then. */
export async function printEvidence(texts: EvidenceTexts): Promise<Buffer> {
  return Buffer.from(await printer.run(texts))
}
