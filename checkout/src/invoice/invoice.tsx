// Script for the invoice page.
import { render } from 'preact'
import type { InvoicePageData } from '@florin/pages/contract.ts'
import { Checkout } from '../checkout.tsx'
import type { Opening } from '../flow.ts'
import { readJson } from '../read_json.ts'
import type { PageSetup } from '@florin/pages/payment_setup.ts'
import { InvoiceClosed } from './closed.tsx'
import { InvoiceSummary } from './summary.tsx'

const parts = { Summary: InvoiceSummary, Closed: InvoiceClosed }

/** After a declined renewal, the customer reads why before paying with another card. */
function initialState({ invoice }: InvoicePageData): Opening {
  if (invoice === null) return {}
  const { waiting, unified_code } = invoice
  if (unified_code === null) return { waiting }
  const payment = { status: 'failed', unified_code, payment_method: 'card' }
  return { waiting, note: { type: 'declined', payment } }
}

const root = document.querySelector('#app')
if (root !== null) {
  const data = readJson('florin-data') as InvoicePageData
  const setup = readJson('florin-setup') as PageSetup
  render(<Checkout data={data} setup={setup} parts={parts} opening={initialState(data)} />, root)
}
