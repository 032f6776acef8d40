// The invoice URL for the customer. Anyone with the URL may see and pay the invoice, so it ends in a secret, which is
// derived and not stored.
import type { Services } from '#kernel/context.ts'
import { derivedText, type Keyring, sameBytes } from '#kernel/crypto.ts'
import type { InvoiceRow } from './store.ts'

const SECRET_LENGTH = 32

type Which = Pick<InvoiceRow, 'merchant_id' | 'invoice_id'>

function pageSecret(keyring: Keyring, { merchant_id, invoice_id }: Which): string {
  const key = keyring.key('invoice pages')
  return derivedText(key, `${merchant_id}/${invoice_id}`, SECRET_LENGTH)
}

/** While the deployment secret is rotated, URLs under the older one work too. */
export function isPageSecret({ keyring }: Pick<Services, 'keyring'>, of: Which, secret: string) {
  return keyring.all.some((each) =>
    sameBytes(Buffer.from(pageSecret(each, of)), Buffer.from(secret)),
  )
}

export function pageUrl(
  { keyring }: Pick<Services, 'keyring'>,
  invoice: Which & Pick<InvoiceRow, 'public_url'>,
): string {
  const { merchant_id, invoice_id, public_url } = invoice
  return `${public_url}/invoice/${merchant_id}/${invoice_id}/${pageSecret(keyring, invoice)}`
}

/** Below its invoice's page, so anyone with one URL has the other. */
export function creditNotePdf(page_url: string, credit_note_id: string): string {
  return `${page_url}/credit_notes/${credit_note_id}/pdf`
}
