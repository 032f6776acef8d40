import { Alert } from '@mantine/core'
import { explain } from './change.ts'

/** An error that no field shows. */
export function ErrorAlert({ error }: { error: Error | null | undefined }) {
  return error ? (
    <Alert color="red" role="alert">
      {explain(error)}
    </Alert>
  ) : null
}
