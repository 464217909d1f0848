import { useQuery } from '@tanstack/react-query'
import { currentUser } from '#features/accounts/contract/sign-in.ts'
import { passesGate } from '#kit/model/gate.ts'
import { alarmGate } from '#kit/model/permission.ts'
import { fetchedOnce, queryOf, replyData } from '#kit/web/calls/query-of.ts'

/** Who looks at the alarms, and whether they may act on them. */
export function useAbilities(): { readonly me: number | undefined; readonly mayAct: boolean } {
  const query = { ...queryOf(currentUser, {}), ...fetchedOnce, meta: { quiet: true } }
  const { data: person } = useQuery({ ...query, select: replyData })
  return { me: person?.id, mayAct: person !== undefined && passesGate(alarmGate, person) }
}
