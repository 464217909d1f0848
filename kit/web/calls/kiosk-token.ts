let token: string | null = null

/** Token of the link by which this page is looked at; null: by a person's session. */
export const kioskToken = (): string | null => token

/**
 * Makes the page one that is looked at by a link, from the next call and the next opening of the
 * socket on; the returned function ends that.
 */
export function openKiosk(opened: string): () => void {
  token = opened
  return () => (token = null)
}
