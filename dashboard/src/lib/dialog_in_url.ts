import { useLocation, useNavigate } from '@tanstack/react-router'

/** A dialog that a link opens: it is open while the URL ends with `#name`. */
export function useDialogInUrl(name: string): [isOpen: boolean, set: (isOpen: boolean) => void] {
  const isOpen = useLocation({ select: ({ hash }) => hash === name })
  const navigate = useNavigate()
  const set = (open: boolean) =>
    void navigate({ to: '.', search: true, hash: open ? name : '', replace: true })
  return [isOpen, set]
}
