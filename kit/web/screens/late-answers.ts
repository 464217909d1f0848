import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * The newest of a value, for an answer that comes later: what was typed since something was sent is
 * not in it.
 */
export function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}

/**
 * Closes a dialog or drawer that is mounted for as long as it is open, once: the answer to one that
 * was closed meanwhile closes no other. Gives whether it was open until now.
 */
export function useCloseOnce(onClose: () => void): () => boolean {
  const isClosed = useRef(false)
  const latest = useLatest(onClose)
  return useCallback(() => {
    if (isClosed.current) return false
    isClosed.current = true
    latest.current()
    return true
  }, [latest])
}
