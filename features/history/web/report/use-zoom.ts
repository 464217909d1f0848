import { useCallback, useEffect, useRef } from 'react'
import type { Range } from '#kit/model/time/period.ts'
import { fittingZoom, type Address } from '../address.ts'

export interface Zooming {
  readonly zoomTo: (wanted: Range) => void
  readonly back: () => void
  readonly isZoomed: boolean
}

/** Zooming within the whole period, and the way back through the zooms before. */
export function useZoom(
  whole: Range,
  zoom: Range | null,
  change: (part: Partial<Address>) => void,
): Zooming {
  const previousZooms = useRef<(Range | null)[]>([])
  const state = useRef({ whole, zoom })
  useEffect(() => {
    state.current = { whole, zoom }
  })
  useEffect(() => {
    if (zoom === null) previousZooms.current = []
  }, [zoom])
  const zoomTo = useCallback(
    (wanted: Range) => {
      const next = fittingZoom(wanted, state.current.whole)
      const before = state.current.zoom
      if (next?.from === before?.from && next?.to === before?.to) return
      if (next) previousZooms.current.push(before)
      change({ zoom: next })
    },
    [change],
  )
  const back = useCallback(() => {
    if (state.current.zoom !== null) change({ zoom: previousZooms.current.pop() ?? null })
  }, [change])
  return { zoomTo, back, isZoomed: zoom !== null }
}
