import { useQuery } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'
import { readTail } from '#features/ingest/contract/tail.ts'
import { call } from '#kit/web/calls/call.ts'
import { replyData, routeKey } from '#kit/web/calls/query-of.ts'
import { randomUuid } from '#kit/web/browser/random-uuid.ts'
import { emptyTail, lastId, nextTail } from './tail-lines.ts'

const askEveryMs = 1_000

interface Question {
  readonly find: string
  /** Whether they are shown now. */
  readonly isLive: boolean
}

/**
 * Messages of devices as they come, asked for every second while the page is seen. Another question
 * begins again.
 */
export function useTail({ find, isLive }: Question) {
  const [watch] = useState(randomUuid)
  const [state, dispatch] = useReducer(nextTail, emptyTail)
  const newest = useRef(0)
  useEffect(() => void (newest.current = lastId(state)), [state])
  const answer = useQuery({
    queryKey: [...routeKey(readTail), watch, find],
    queryFn: ({ signal }) =>
      call(readTail, { body: { watch, find, after: newest.current } }, { signal }),
    select: replyData,
    enabled: isLive,
    refetchInterval: askEveryMs,
    structuralSharing: false,
    retry: false,
    gcTime: 0,
    meta: { quiet: true },
  })
  useEffect(() => dispatch({ type: 'ask', question: find }), [find])
  const { data } = answer
  useEffect(() => {
    if (data) dispatch({ type: 'answer', answer: data })
  }, [data])
  const { isPending, error, refetch } = answer
  return { ...state, dispatch, isPending, error, retry: () => void refetch() }
}
