import '../../docs.css'
import type { Theme } from 'vitepress'
import { Layout } from '../../layout.ts'
import { StartCards, StartContents } from '../../start_page.ts'

const theme: Theme = {
  Layout,
  enhanceApp({ app }) {
    app.component('StartCards', StartCards).component('StartContents', StartContents)
  },
}

export default theme
