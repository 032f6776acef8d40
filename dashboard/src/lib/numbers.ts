import { preferences } from './preferences.ts'

/** `1,234`, as the person writes it. */
export function wholeNumber(value: number): string {
  return new Intl.NumberFormat(preferences().locale).format(value)
}
