import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  plugins: [react()],
  build: {
    target: ['chrome115', 'edge115', 'firefox116', 'safari16.4'],
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    // The Content-Security-Policy allows no data: URL in a style sheet.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The entry script lists the name of every file, so names are short.
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: ({ names }) =>
          names.every((name) => name.endsWith('.css'))
            ? 'assets/[hash:7][extname]'
            : 'assets/[name]-[hash][extname]',
      },
    },
  },
})
