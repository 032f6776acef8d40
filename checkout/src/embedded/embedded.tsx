// Script for the frame that florin.js puts on a merchant's page.
import { render } from 'preact'
import { readJson } from '../read_json.ts'
import { makeText, type Messages } from '@florin/locales/text.ts'
import { CardFrame } from './card_frame.tsx'
import { awaitParent } from './parent.ts'
import type { EmbeddedData } from '@florin/pages/card_frame_setup.ts'

const data = readJson('florin-data') as EmbeddedData
const messages = readJson('florin-messages') as Messages
const root = document.querySelector('#app')

const parent = await awaitParent(location.hash.slice(1))
if (data.problem !== null) parent.post({ type: 'error', error: data.problem })
else if (root !== null) {
  const text = makeText(messages, data.locale)
  render(<CardFrame data={data} parent={parent} text={text} />, root)
}
