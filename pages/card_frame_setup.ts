/** The data that the server writes into the frame. */
export interface EmbeddedData {
  publishable_key: string
  locale: string
  test_mode: boolean
  /** Why there is no form. */
  problem: { code: string; message: string } | null
}
