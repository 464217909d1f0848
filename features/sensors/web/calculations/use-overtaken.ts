import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listCalculations } from '#features/calculations/contract/routes.ts'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { entriesOf, type CalculationEntries } from './entries.ts'
import { fetchCalculations } from './query-calculations.ts'

/**
 * What somebody else has saved of the calculation that is edited: `theirs` is undefined until a
 * save was refused for it, and null where they ended it.
 */
export function useOvertaken() {
  const client = useQueryClient()
  const [theirs, setTheirs] = useState<CalculationEntries | null>()
  return {
    theirs,
    clear: () => setTheirs(undefined),
    /** Shows why a save failed: what is stored now, or a message. */
    async show(failure: unknown, edited: CalculationEntries): Promise<void> {
      const isOvertaken = failure instanceof ApiError && failure.code === 'conflict'
      try {
        if (!isOvertaken) throw failure
        setTheirs(await newestOf(client, edited))
      } catch (reason) {
        void showFailure(reason)
      }
    },
  }
}

/** What is stored now; null: nothing. */
async function newestOf(
  client: QueryClient,
  { thing, key }: CalculationEntries,
): Promise<CalculationEntries | null> {
  await invalidate(client, listCalculations)
  const found = (await fetchCalculations()).find(
    (each) => each.thing === thing && each.key === key.trim(),
  )
  return found ? entriesOf(found) : null
}
