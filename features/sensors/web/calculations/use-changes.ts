import { useQueryClient } from '@tanstack/react-query'
import type { NewCalculation } from '#features/calculations/contract/calculation.ts'
import {
  endCalculation,
  listCalculations,
  saveCalculations,
} from '#features/calculations/contract/routes.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'

/** Saves calculations; whoever calls shows failures. */
export function useSaveCalculations() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (calculations: readonly NewCalculation[]) =>
      call(saveCalculations, { body: { calculations: [...calculations] } }),
    onSuccess: () => invalidate(client, listCalculations),
    meta: { quiet: true },
  })
}

/** Ends the calculation of a sensor. */
export function useEndCalculation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(endCalculation, { params: { id } }),
    onSuccess: () => invalidate(client, listCalculations),
  })
}
