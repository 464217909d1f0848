import { useEffect, useRef } from 'react'
import { useHub } from '#kit/web/live/index.ts'

/** A day is a thousand pixels: what comes within so short a time moves hardly one of them. */
const restMs = 5_000
/** Of the time, at most one part in so many is spent on asking. */
const restShare = 10

/**
 * While `isOn`, asks for the report again when a reading came: soon after it, and after a rest that
 * is the longer the longer the last answer took.
 */
export function useLiveReport(
  sensorId: number,
  isOn: boolean,
  refetch: () => Promise<unknown>,
): void {
  const hub = useHub()
  const ask = useRef(refetch)
  useEffect(() => {
    ask.current = refetch
  })
  useEffect(() => {
    if (!isOn) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let newest = hub.store.reading(sensorId)?.time
    let rest = restMs
    const askNow = async () => {
      const began = performance.now()
      await ask.current()
      rest = Math.max(restMs, (performance.now() - began) * restShare)
      timer = undefined
      update()
    }
    const update = () => {
      const time = hub.store.reading(sensorId)?.time
      if (time === newest || timer !== undefined) return
      newest = time
      timer = setTimeout(() => void askNow(), rest)
    }
    const stop = hub.watchSensor(sensorId, update)
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [hub, sensorId, isOn])
}
