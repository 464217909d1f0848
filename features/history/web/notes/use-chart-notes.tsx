import { Suspense, useCallback, useMemo, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Range } from '#kit/model/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { ChartMarks, ChartSpan } from '#kit/ui/chart/data/spans.ts'
import { ChartNotes, hasChartNotes } from '#kit/web/chart-notes.ts'

const none: readonly ChartSpan[] = []

/** What is marked in a chart of these sensors, and the section beside it that says more. */
export function useChartNotes(
  sensors: readonly Sensor[],
  range: Range,
  timezone: string,
): { readonly marks: ChartMarks; readonly section: ReactNode } {
  const translate = useTranslations('history.chart')
  const [spans, setSpans] = useState(none)
  const [chosen, setChosen] = useState<string | null>(null)
  const [picked, setPicked] = useState<number | null>(null)
  const unpick = useCallback(() => setPicked(null), [])
  const pickedName = translate('picked')
  const marks = useMemo((): ChartMarks => {
    const mark = { key: 'picked', label: pickedName, sign: '+', colour: '--ink-3' }
    return {
      spans: picked === null ? spans : [...spans, { ...mark, from: picked, to: picked }],
      chosen,
      onChoose: (key) => (key === 'picked' ? setPicked(null) : setChosen(key)),
      ...(hasChartNotes() && {
        onPick: (time) => setPicked((before) => (before === time ? null : time)),
      }),
    }
  }, [spans, chosen, picked, pickedName])
  const section = (
    <Suspense>
      <ChartNotes
        {...{ sensors, range, timezone, picked, chosen }}
        onChoose={setChosen}
        onSpans={setSpans}
        onUnpick={unpick}
      />
    </Suspense>
  )
  return { marks, section }
}
