// The Content-Security-Policy lets no text become markup. Mantine and React write style sheets with `innerHTML`, so text
// without an angle bracket is passed: it cannot be an element. Browsers without Trusted Types ignore this file.

interface TrustedTypes {
  createPolicy(name: 'default', rules: { createHTML(text: string): string | null }): unknown
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

// null refuses the text with a TypeError. Without rules for scripts and their URLs, those are refused.
trustedTypes?.createPolicy('default', {
  createHTML: (text) => (text.includes('<') ? null : text),
})
