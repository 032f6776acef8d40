/** The check runs a sample of what takes long; with `FLORIN_PROOF=full`, as `npm run prove:…` sets it, all of it runs. */
export const isFullProof = process.env['FLORIN_PROOF'] === 'full'
