/** Arrangements of the payment methods on a page. */
export const layouts = [
  { value: 'tabs', label: 'Tabs' },
  { value: 'accordion', label: 'List' },
  { value: 'spaced_accordion', label: 'Separate cards' },
]
