import type { HttpClient } from '#testing/peers/http-client.ts'

/** A call that succeeds and changes something. */
export interface Step {
  /** Entries beside the one that every call leaves. */
  readonly besides?: readonly string[]
  readonly client: HttpClient
  readonly path: string
  readonly body?: object
}
