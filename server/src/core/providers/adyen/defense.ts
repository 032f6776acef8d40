// Chooses how a dispute is defended. Adyen lists the reasons that apply to a dispute, each with document types that it
// requires or takes. Evidence is files and texts; Adyen takes documents only, so the texts are printed as one.
import type { EvidenceFile, EvidenceRequest } from '../dispute.ts'
import { printEvidence } from './print_evidence.ts'

export interface DefenseReason {
  readonly code: string
  readonly documents: readonly DocumentType[]
}

interface DocumentType {
  readonly name: string
  /** Required, OneOrMore, Optional or AlternativeRequired. */
  readonly level: string
}

export interface Defense {
  readonly reason: string
  readonly documents: readonly DefenseDocument[]
}

interface DefenseDocument {
  readonly defenseDocumentTypeCode: string
  readonly contentType: string
  readonly content: string
}

interface Material {
  readonly field: string
  readonly content_type: string
  readonly read: () => Promise<Buffer>
}

/** Adyen's document types for each evidence file, best first. Every file may serve as general material. */
const types: Readonly<Record<string, readonly string[]>> = {
  receipt: ['TIDorInvoice', 'InvoiceShowingCorrectAmount'],
  service_documentation: ['GoodsOrServicesProvided', 'ProofOfGoodsOrServicesProvided'],
  shipping_documentation: ['ProofOfDelivery', 'GoodsOrServicesProvided', 'ShippedToAVS'],
  customer_communication: ['CustomerCommunication', 'GoodsWereAsDescribed'],
  cancellation_policy: ['CancellationPolicy', 'CancelOrRefundPolicy'],
  refund_policy: ['ReturnPolicy', 'CancelOrRefundPolicy'],
}
const GENERAL = 'DefenseMaterial'

/** The formats and sizes that Adyen takes, in bytes. */
const limits: Readonly<Record<string, number>> = {
  'application/pdf': 2_000_000,
  'image/jpeg': 10_000_000,
  'image/tiff': 10_000_000,
}

export async function chooseDefense(
  reasons: readonly DefenseReason[],
  request: EvidenceRequest,
): Promise<Defense | { readonly missing: string }> {
  const tooLarge = request.files.find((file) => !isAcceptable(file))
  if (tooLarge !== undefined) {
    return {
      missing: `Adyen takes PDF files up to 2 MB, and JPEG and TIFF files up to 10 MB: ${tooLarge.field} is another one.`,
    }
  }
  const materials = materialsIn(request)
  const plans = reasons.flatMap((reason) => plan(reason, materials) ?? [])
  // The one that uses most of the evidence; of equals the first, as Adyen lists them.
  const [best] = plans.toSorted((a, b) => b.uses.length - a.uses.length)
  if (best === undefined) return { missing: describeMissing(reasons) }
  const documents = await Promise.all(
    best.uses.map(async ([name, { content_type, read }]) => ({
      defenseDocumentTypeCode: name,
      contentType: content_type,
      content: (await read()).toString('base64'),
    })),
  )
  return { reason: best.code, documents }
}

function isAcceptable({ file_type, file_size, read }: EvidenceFile): boolean {
  return read !== undefined && file_size <= (limits[file_type] ?? 0)
}

function materialsIn({ files, texts }: EvidenceRequest): Material[] {
  const own = files.flatMap(({ field, file_type, read }) =>
    read === undefined ? [] : [{ field, content_type: file_type, read }],
  )
  if (Object.keys(texts).length === 0) return own
  const print = () => printEvidence(texts)
  return [...own, { field: 'texts', content_type: 'application/pdf', read: print }]
}

interface Plan {
  readonly code: string
  readonly uses: readonly (readonly [type: string, material: Material])[]
}

/** Undefined if a required document is missing. Adyen takes one document of each type. */
function plan(
  { code, documents }: DefenseReason,
  materials: readonly Material[],
): Plan | undefined {
  const free = new Set(materials)
  const uses: [string, Material][] = []
  const isRequired = ({ level }: DocumentType) => level === 'Required'
  for (const type of documents.toSorted((a, b) => Number(isRequired(b)) - Number(isRequired(a)))) {
    const found = [...free].find(({ field }) => serves(field, type.name))
    if (found === undefined) {
      if (isRequired(type)) return undefined
      continue
    }
    free.delete(found)
    uses.push([type.name, found])
  }
  return uses.length === 0 ? undefined : { code, uses }
}

function serves(field: string, type: string): boolean {
  return type === GENERAL || (types[field]?.includes(type) ?? false)
}

function describeMissing(reasons: readonly DefenseReason[]): string {
  if (reasons.length === 0) return 'Adyen accepts no defense of this dispute.'
  const options = reasons.map(({ code, documents }) => {
    const required = documents.filter(({ level }) => level === 'Required')
    return `${code} (${required.map(({ name }) => name).join(', ') || 'any document'})`
  })
  return `The evidence serves none of the defenses that Adyen accepts: ${options.join('; ')}.`
}
