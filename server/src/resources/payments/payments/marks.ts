// Terms of a payment that only the filters of its list look up. No word that is searched has their sign.

export const SIGN = '='
export const REFUNDED = `${SIGN}refunded`
export const DISPUTED = `${SIGN}disputed`
