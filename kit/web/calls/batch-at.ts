import { batch } from './batch.ts'

/** A moment of the past, ms UTC; null: the present. */
type Moment = number | null

/** As `batch`, for what depends on a moment: those asked for of one moment go together. */
export function batchAt<Result>(
  maximumSize: number,
  load: (ids: readonly number[], at: Moment) => Promise<ReadonlyMap<number, Result>>,
): (id: number, at: Moment) => Promise<Result | null> {
  let open: { readonly at: Moment; readonly ask: (id: number) => Promise<Result | null> } | null
  open = null
  return (id, at) => {
    if (open?.at !== at) open = { at, ask: batch(maximumSize, (ids) => load(ids, at)) }
    return open.ask(id)
  }
}
