import './trusted_types.ts'
import '@fontsource-variable/inter/wght.css'
import './styles/base.css'
import './styles/first.css'
import './tokens.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './api/queries.ts'
import { usePreferences } from './lib/preferences.ts'
import { router } from './router.tsx'
import { theme } from './theme.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
// Mantine's dialogs use a library that looks here for its style nonce.
Object.assign(globalThis, { __webpack_nonce__: nonce })

function Dashboard() {
  const { theme: scheme } = usePreferences()
  return (
    <MantineProvider
      theme={theme}
      getStyleNonce={() => nonce}
      // The sheet with its default variables is not loaded.
      deduplicateCssVariables={false}
      defaultColorScheme="auto"
      {...(scheme === 'auto' ? {} : { forceColorScheme: scheme })}
    >
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Dashboard />
    </StrictMode>,
  )
}
