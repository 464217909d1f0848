import { Suspense, useCallback, useMemo, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Range } from '#kit/model/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { ChartMarks, ChartSpan } from '#kit/ui/chart/data/spans.ts'
import { chartNotes, type ChartNotes, type ChartNotesProps } from '#kit/web/chart-notes.ts'

type Spans = readonly ChartSpan[]
const none: readonly Spans[] = []

/** What is marked in a chart of these sensors, and the sections beside it that say more. */
export function useChartNotes(
  sensors: readonly Sensor[],
  range: Range,
  timezone: string,
): { readonly marks: ChartMarks; readonly section: ReactNode } {
  const translate = useTranslations('history.chart')
  /** Of each feature, by its place among them. */
  const [spans, setSpans] = useState(none)
  const [chosen, setChosen] = useState<string | null>(null)
  const [picked, setPicked] = useState<number | null>(null)
  const unpick = useCallback(() => setPicked(null), [])
  const setSpansOf = useCallback(
    (place: number, own: Spans) =>
      setSpans((before) => chartNotes().map((_, at) => (at === place ? own : (before[at] ?? [])))),
    [],
  )
  const pickedName = translate('picked')
  const marks = useMemo((): ChartMarks => {
    const mark = { key: 'picked', label: pickedName, sign: '+', colour: '--ink-3' }
    const all = spans.flat()
    return {
      spans: picked === null ? all : [...all, { ...mark, from: picked, to: picked }],
      chosen,
      onChoose: (key) => (key === 'picked' ? setPicked(null) : setChosen(key)),
      ...(chartNotes().length > 0 && {
        onPick: (time) => setPicked((before) => (before === time ? null : time)),
      }),
    }
  }, [spans, chosen, picked, pickedName])
  const section = chartNotes().map((Notes, place) => (
    // A feature is its place in the list, which stays.
    <Suspense key={place}>
      <NotesOf
        {...{ Notes, place, sensors, range, timezone, picked, chosen }}
        onChoose={setChosen}
        onSpansOf={setSpansOf}
        onUnpick={unpick}
      />
    </Suspense>
  ))
  return { marks, section }
}

interface NotesOfProps extends Omit<ChartNotesProps, 'onSpans'> {
  readonly Notes: ChartNotes
  readonly place: number
  readonly onSpansOf: (place: number, spans: Spans) => void
}

function NotesOf({ Notes, place, onSpansOf, ...props }: NotesOfProps) {
  const onSpans = useCallback((spans: Spans) => onSpansOf(place, spans), [onSpansOf, place])
  return <Notes {...props} onSpans={onSpans} />
}
