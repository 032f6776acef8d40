export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `payment_succeeded` as `Payment succeeded`. */
export function inWords(name: string): string {
  return capital(name.replaceAll('_', ' '))
}
