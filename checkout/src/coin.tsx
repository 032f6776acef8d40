/** Florin's logo mark. */
export function Coin({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 16 16" width={size} height={size} aria-hidden="true">
      <circle class="coin" cx="8" cy="8" r="7" />
      <path
        class="coin-sign"
        d="M10.6 4.3c-1.6-.6-2.5.2-2.8 1.7l-.9 4.3c-.3 1.4-1 1.9-2.1 1.6M5.8 7.3h3.8"
      />
    </svg>
  )
}
