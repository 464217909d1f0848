import { useEffect, useState } from 'react'

/**
 * `value` as it was when it had not changed for a moment: what somebody types is asked for when
 * they pause.
 */
export function useDebounced<Value>(value: Value, delayMs = 250): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return debounced
}
