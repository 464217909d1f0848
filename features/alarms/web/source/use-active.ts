import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { activeQuery } from './query-alarms.ts'

/**
 * The active alarms. `failure` is why they are not known: it stays while they are asked for again
 * without anybody's doing, and goes when they are there or somebody tries again.
 */
export function useActive() {
  const { data, error, isPending, refetch } = useQuery(activeQuery)
  const [failure, setFailure] = useState(error)
  // Where nothing was there before, each try begins without the error of the last one.
  if (!isPending && failure !== error) setFailure(error)
  const retry = () => {
    void refetch()
    setFailure(null)
  }
  return { data, failure, retry }
}
