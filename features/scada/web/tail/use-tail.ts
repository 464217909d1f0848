import { useQuery } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'
import { readTail, type TailKind } from '#features/ingest/contract/tail.ts'
import { call } from '#kit/web/calls/call.ts'
import { replyData, routeKey } from '#kit/web/calls/query-of.ts'
import { randomUuid } from '#kit/web/browser/random-uuid.ts'
import { emptyTail, lastId, nextTail } from './tail-lines.ts'

const askEveryMs = 1_000

interface Question {
  readonly find: string
  readonly kind: TailKind
}

/**
 * Messages of devices as they come, asked for every second while the page is seen. Another question
 * begins anew.
 */
export function useTail({ find, kind }: Question) {
  const [watch] = useState(randomUuid)
  const [state, dispatch] = useReducer(nextTail, emptyTail)
  const newest = useRef(0)
  useEffect(() => void (newest.current = lastId(state)), [state])
  const answer = useQuery({
    queryKey: [...routeKey(readTail), watch, find, kind],
    queryFn: ({ signal }) =>
      call(readTail, { body: { watch, find, kind, after: newest.current } }, { signal }),
    select: replyData,
    refetchInterval: askEveryMs,
    structuralSharing: false,
    retry: false,
    gcTime: 0,
    meta: { quiet: true },
  })
  useEffect(() => dispatch({ type: 'ask', question: `${kind} ${find}` }), [find, kind])
  const { data } = answer
  useEffect(() => {
    if (data) dispatch({ type: 'answer', answer: data })
  }, [data])
  const { isPending, error, refetch } = answer
  return { ...state, dispatch, isPending, error, retry: () => void refetch() }
}
