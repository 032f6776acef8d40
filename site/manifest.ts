// The built site's files, for the server.

export interface Manifest {
  /** The script's hash, for the policy. */
  readonly script: string
  /** URL to file, for all that may be sent. */
  readonly documents: Readonly<Record<string, string>>
  /** From a repository path to its page: `/docs/reference/errors` to `/docs/errors`. */
  readonly moved: Readonly<Record<string, string>>
}
