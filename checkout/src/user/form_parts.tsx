// Shared by the forms on these pages: a note above the fields, and the one button.

export function FormNote({ text }: { text: string }) {
  if (text === '') return null
  return (
    <div class="note bad-note">
      <p>{text}</p>
    </div>
  )
}

export function SubmitButton({ label, isSending }: { label: string; isSending: boolean }) {
  return (
    <button type="submit" class="button primary pay" aria-disabled={isSending}>
      {isSending && <span class="spinner" aria-hidden="true" />}
      {label}
    </button>
  )
}
