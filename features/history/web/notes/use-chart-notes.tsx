import { Suspense, useCallback, useMemo, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Range } from '#kit/model/period.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { ChartLevel } from '#kit/ui/chart/data/levels.ts'
import type { ChartMarks, ChartSpan } from '#kit/ui/chart/data/spans.ts'
import { chartNotes, type ChartNotes, type ChartNotesProps } from '#kit/web/chart-notes.ts'

type Spans = readonly ChartSpan[]
type Levels = readonly ChartLevel[]
const none: readonly never[] = []

/** What is marked in a chart of these sensors, and the sections beside it that say more. */
export function useChartNotes(
  sensors: readonly Sensor[],
  range: Range,
  timezone: string,
): { readonly marks: ChartMarks; readonly section: ReactNode } {
  const translate = useTranslations('history.chart')
  const [spans, setSpansOf] = useByFeature<ChartSpan>()
  const [levels, setLevelsOf] = useByFeature<ChartLevel>()
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
      ...(chartNotes().length > 0 && {
        onPick: (time) => setPicked((before) => (before === time ? null : time)),
      }),
    }
  }, [spans, levels, chosen, picked, pickedName])
  const section = chartNotes().map((Notes, place) => (
    // A feature is its place in the list, which stays.
    <Suspense key={place}>
      <NotesOf
        {...{ Notes, place, sensors, range, timezone, picked, chosen }}
        onChoose={setChosen}
        onSpansOf={setSpansOf}
        onLevelsOf={setLevelsOf}
        onUnpick={unpick}
      />
    </Suspense>
  ))
  return { marks, section }
}

/** What features mark in a chart: one list, in the order of the features. */
function useByFeature<Mark>() {
  const [marks, setMarks] = useState<readonly (readonly Mark[])[]>(none)
  const setOf = useCallback(
    (place: number, own: readonly Mark[]) =>
      setMarks((before) => chartNotes().map((_, at) => (at === place ? own : (before[at] ?? [])))),
    [],
  )
  const all = useMemo(() => marks.flat(), [marks])
  return [all, setOf] as const
}

interface NotesOfProps extends Omit<ChartNotesProps, 'onSpans' | 'onLevels'> {
  readonly Notes: ChartNotes
  readonly place: number
  readonly onSpansOf: (place: number, spans: Spans) => void
  readonly onLevelsOf: (place: number, levels: Levels) => void
}

function NotesOf({ Notes, place, onSpansOf, onLevelsOf, ...props }: NotesOfProps) {
  const onSpans = useCallback((spans: Spans) => onSpansOf(place, spans), [onSpansOf, place])
  const onLevels = useCallback((levels: Levels) => onLevelsOf(place, levels), [onLevelsOf, place])
  return <Notes {...props} {...{ onSpans, onLevels }} />
}
