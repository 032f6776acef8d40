/** Whose account this is about. A long address breaks at the `@` first. */
export function Account({ email, label }: { email: string; label: string }) {
  const [name, host] = email.split('@')
  return (
    <p class="account">
      {label}
      <strong>
        {name}
        <wbr />@{host}
      </strong>
    </p>
  )
}
