/**
 * What people noted on these sensors in a span of time (ms UTC; `until` exclusive), the newest
 * first, at most `limit`; to be asked for sensors alone that its reader may see.
 */
export type AnnotationsOf = (
  sensorIds: readonly number[],
  span: { readonly from: number; readonly until: number },
  limit: number,
) => Promise<
  readonly {
    readonly id: number
    readonly sensorId: number
    readonly from: Date
    readonly to: Date
    readonly text: string
    /** null: an account that is gone. */
    readonly authorId: number | null
  }[]
>
