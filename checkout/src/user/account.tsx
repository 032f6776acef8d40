/** Whose account this is about. */
export function Account({ email, label }: { email: string; label: string }) {
  return (
    <p class="account">
      {label}
      <strong>{email}</strong>
    </p>
  )
}
