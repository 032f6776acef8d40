/** Rows of several currencies: those of most payments first, those without payments by name. */
export function orderByPayments<Row extends { readonly currency: string }>(
  rows: readonly Row[],
  frequent: readonly string[],
): readonly Row[] {
  const place = ({ currency }: Row) =>
    frequent.includes(currency) ? frequent.indexOf(currency) : frequent.length
  return rows.toSorted((a, b) => place(a) - place(b) || (a.currency < b.currency ? -1 : 1))
}
