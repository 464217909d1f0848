import { useQuery } from '@tanstack/react-query'
import { currentUser } from '#features/accounts/contract/sign-in.ts'
import { isAdministrator, passesGate } from '#kit/model/gate.ts'
import { scadaGate } from '#kit/model/permission.ts'
import { fetchedOnce, queryOf, replyData } from '#kit/web/calls/query-of.ts'

function usePerson() {
  const query = { ...queryOf(currentUser, {}), ...fetchedOnce, meta: { quiet: true } }
  return useQuery({ ...query, select: replyData }).data
}

/** Whether the person may make rules, of devices that they configure. */
export function useMayAdd(): boolean {
  const person = usePerson()
  return person !== undefined && passesGate(scadaGate, person)
}

/** Whether the person may make rules of patterns, and set the shifts of the site. */
export function useIsAdministrator(): boolean {
  const person = usePerson()
  return person !== undefined && isAdministrator(person)
}
