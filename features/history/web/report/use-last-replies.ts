import { useState } from 'react'
import type { ReceivedReport } from './query-report.ts'

type Replies = readonly (ReceivedReport | undefined)[]

/**
 * What was there last of each sensor: of those that have none now, what was there before. The list
 * is the same as long as it says the same.
 */
export function useLastReplies(received: Replies): Replies {
  const [last, setLast] = useState<{ readonly of: Replies; readonly replies: Replies }>({
    of: received,
    replies: received,
  })
  if (last.of === received) return last.replies
  const replies = received.map((reply, index) => reply ?? last.replies[index])
  setLast({ of: received, replies })
  return replies
}
