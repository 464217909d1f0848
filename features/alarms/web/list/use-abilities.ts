import { useQuery } from '@tanstack/react-query'
import { currentUser } from '#features/accounts/contract/sign-in.ts'
import { isAdministrator, passesGate } from '#kit/model/gate.ts'
import { alarmGate, scadaGate, type Gate } from '#kit/model/permission.ts'
import { fetchedOnce, queryOf, replyData } from '#kit/web/calls/query-of.ts'

interface Abilities {
  readonly me: number | undefined
  /** Whether every device is open to them. */
  readonly seesAll: boolean
  readonly mayOperate: boolean
  /** Whether they take sources out of service and return them. */
  readonly mayService: boolean
}

/** Who looks at the alarms, and what they may do with them. */
export function useAbilities(): Abilities {
  const query = { ...queryOf(currentUser, {}), ...fetchedOnce, meta: { quiet: true } }
  const { data: person } = useQuery({ ...query, select: replyData })
  const passes = (gate: Gate) => person !== undefined && passesGate(gate, person)
  const seesAll = person !== undefined && isAdministrator(person)
  return { me: person?.id, seesAll, mayOperate: passes(alarmGate), mayService: passes(scadaGate) }
}
