/** What the dialogs about a page or dashboard ask of it. */
export interface StoredBoard {
  readonly id: string
  readonly kind: 'page' | 'dashboard'
  readonly name: string
  readonly version: number
  readonly access: 'owner' | 'edit' | 'read'
}

/** What is fetched for a dialog. */
export interface Fetched<Data> {
  readonly data: Data | undefined
  readonly isError: boolean
  readonly error: Error | null
  readonly refetch: () => unknown
}
