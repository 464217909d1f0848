import { useEffect, useRef } from 'react'
import { useHub } from '#kit/web/live/index.ts'
import type { LiveHub } from '#kit/web/live/live-hub.ts'

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
  useEffect(
    () => (isOn ? askAfterReadings(hub, sensorId, () => ask.current()) : undefined),
    [hub, sensorId, isOn],
  )
}

/** The same until the returned function is called; nothing is asked for after that. */
export function askAfterReadings(
  hub: Pick<LiveHub, 'store' | 'watchSensor'>,
  sensorId: number,
  ask: () => Promise<unknown>,
): () => void {
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let newest = hub.store.reading(sensorId)?.time
  let rest = restMs
  const askNow = async () => {
    const began = performance.now()
    await ask()
    rest = Math.max(restMs, (performance.now() - began) * restShare)
    timer = undefined
    update()
  }
  const update = () => {
    const time = hub.store.reading(sensorId)?.time
    // The end may come while an answer is on its way.
    if (isOver || time === newest || timer !== undefined) return
    newest = time
    timer = setTimeout(() => void askNow(), rest)
  }
  const stop = hub.watchSensor(sensorId, update)
  return () => {
    isOver = true
    stop()
    clearTimeout(timer)
  }
}
