import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { endTour } from '#features/accounts/contract/tour.ts'
import { call } from '#kit/web/calls/call.ts'
import { sessionQuery, useSession } from '../../../features/session/web/session/use-session.ts'
import { Tour } from '../../../features/toolbox/web/tour/tour.tsx'

/** The tour for the person who is signed in; that it was seen is stored on the server. */
export function PersonTour() {
  const person = useSession()
  const client = useQueryClient()
  const isPending = person?.tourPending ?? false
  const onSeen = useCallback(() => {
    if (!isPending) return
    client.setQueryData(
      sessionQuery.queryKey,
      (reply) => reply && { data: { ...reply.data, tourPending: false } },
    )
    // Where it could not be stored the tour begins once more: no message is needed.
    call(endTour, {}).catch(() => undefined)
  }, [client, isPending])
  if (person === undefined) return null
  return <Tour isPending={isPending} onSeen={onSeen} />
}
