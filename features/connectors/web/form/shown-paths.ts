import { useCallback, useState } from 'react'

/** The paths whose errors something on the screen shows, and what adds one until it is gone. */
export function useShownPaths() {
  const [paths, setPaths] = useState<readonly string[]>([])
  const show = useCallback((path: string) => {
    setPaths((before) => [...before, path])
    return () => setPaths((before) => before.toSpliced(before.indexOf(path), 1))
  }, [])
  return { paths, show }
}
