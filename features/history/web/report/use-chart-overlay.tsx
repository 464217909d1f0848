import { Suspense, useCallback, useMemo, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Range } from '#kit/model/time/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { ChartLevel } from '#kit/ui/chart/data/levels.ts'
import type { ChartMarks, ChartSpan } from '#kit/ui/chart/data/spans.ts'
import { ChartOverlay, hasOverlays } from '#kit/web/overlays/drawn-overlays.tsx'

const none: readonly never[] = []

/**
 * What is marked in a chart of these sensors, and the sections beside it that say more; not
 * `isListed`: they show nothing, but are to be drawn for the chart to have its marks.
 */
export function useChartOverlay(
  sensors: readonly Sensor[],
  range: Range,
  timezone: string,
  isListed = true,
): { readonly marks: ChartMarks; readonly section: ReactNode } {
  const translate = useTranslations('history.chart')
  const [spans, onSpans] = useState<readonly ChartSpan[]>(none)
  const [levels, onLevels] = useState<readonly ChartLevel[]>(none)
  const [chosen, setChosen] = useState<string | null>(null)
  const [picked, setPicked] = useState<number | null>(null)
  const unpick = useCallback(() => setPicked(null), [])
  const pickedName = translate('picked')
  const marks = useMemo((): ChartMarks => {
    const mark = { key: 'picked', label: pickedName, sign: '+', colour: '--ink-3' }
    return {
      spans: picked === null ? spans : [...spans, { ...mark, from: picked, to: picked }],
      levels,
      chosen,
      onChoose: (key) => (key === 'picked' ? setPicked(null) : setChosen(key)),
      ...(hasOverlays() &&
        isListed && {
          onPick: (time) => setPicked((before) => (before === time ? null : time)),
        }),
    }
  }, [spans, levels, chosen, picked, pickedName, isListed])
  const section = (
    <Suspense>
      <ChartOverlay
        {...{ sensors, range, timezone, isListed, picked, chosen, onSpans, onLevels }}
        onChoose={setChosen}
        onUnpick={unpick}
      />
    </Suspense>
  )
  return { marks, section }
}
