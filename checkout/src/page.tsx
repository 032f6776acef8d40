// Script for the payment page.
import { render } from 'preact'
import type { PageData } from '@florin/pages/contract.ts'
import type { PageSetup } from '@florin/pages/payment_setup.ts'
import { Checkout } from './checkout.tsx'
import { Closed } from './closed.tsx'
import { readJson } from './read_json.ts'
import { Summary } from './summary.tsx'

const root = document.querySelector('#app')
if (root !== null) {
  const data = readJson('florin-data') as PageData
  const setup = readJson('florin-setup') as PageSetup
  render(<Checkout data={data} setup={setup} parts={{ Summary, Closed }} />, root)
}
