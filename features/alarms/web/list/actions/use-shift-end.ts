import { useQuery } from '@tanstack/react-query'
import { listShifts } from '#features/shifts/contract/routes.ts'
import { shiftAt } from '#kit/model/time/shifts.ts'
import { queryOf } from '#kit/web/calls/query-of.ts'
import { useNow } from '#kit/web/formats/use-now.ts'

/**
 * When the present shift ends, ms UTC, also of one that begins meanwhile; null: not known, or the
 * site has no shifts.
 */
export function useShiftEnd(): number | null {
  const now = useNow(1_000)
  const { data } = useQuery({ ...queryOf(listShifts, {}), meta: { quiet: true } })
  if (data === undefined) return null
  const { shifts, timezone } = data.data
  return shiftAt(shifts, timezone, now)?.to ?? null
}
