import { CatchBoundary } from '@tanstack/react-router'
import { Suspense, useMemo, useState, type ReactNode } from 'react'
import type { Sensor } from '#kit/model/sensor.ts'
import type { ChartLevel } from '#kit/ui/chart/data/levels.ts'
import type { ChartSpan } from '#kit/ui/chart/data/spans.ts'
import { kioskToken } from '#kit/web/calls/kiosk-token.ts'
import { DrawnPlotOverlay } from '#kit/web/overlays/drawn-overlays.tsx'

/** What features mark in a plot; the same object while it is the same. */
export interface PlotMarks {
  readonly spans: readonly ChartSpan[]
  readonly levels: readonly ChartLevel[]
  /** Differs where something else is marked. */
  readonly key: string
}

const none: readonly never[] = []

/**
 * What features mark in a plot of these sensors, and what fetches it: an element that draws
 * nothing. Whoever looks at a page by a link is shown none. Pass the same array while the list is
 * the same.
 */
export function usePlotOverlay(
  sensors: readonly Sensor[],
  timezone: string,
): { readonly overlay: PlotMarks; readonly source: ReactNode } {
  const [spans, onSpans] = useState<readonly ChartSpan[]>(none)
  const [levels, onLevels] = useState<readonly ChartLevel[]>(none)
  const overlay = useMemo(
    () => ({ spans, levels, key: JSON.stringify([spans, levels]) }),
    [spans, levels],
  )
  // Without their code the plot goes on.
  const source = kioskToken() === null && (
    <CatchBoundary getResetKey={() => 'notes'} errorComponent={() => null}>
      <Suspense>
        <DrawnPlotOverlay {...{ sensors, timezone, onSpans, onLevels }} />
      </Suspense>
    </CatchBoundary>
  )
  return { overlay, source }
}
