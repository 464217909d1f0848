import { warRoomGate } from '#kit/model/permission.ts'
import { passesGate } from '#kit/model/gate.ts'
import { useSession } from '../../../features/session/web/session/use-session.ts'

/** Whether live data is this person's: the server refuses the socket to everybody else. */
export function useHasLive(): boolean {
  const person = useSession()
  return person !== undefined && passesGate(warRoomGate, person)
}
