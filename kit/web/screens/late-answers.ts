import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'

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

/**
 * Does something to the screen for an answer, as long as what asked is shown: whoever went on to
 * something else stays there.
 */
export function useWhileShown(action: () => void): () => void {
  const isShown = useRef(false)
  const latest = useLatest(action)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return useCallback(() => {
    if (isShown.current) latest.current()
  }, [latest])
}
