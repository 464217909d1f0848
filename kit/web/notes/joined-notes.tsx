import { useCallback, useEffect, useMemo, useState, type FunctionComponent } from 'react'
import type { ChartLevel } from '#kit/ui/chart/data/levels.ts'
import type { ChartSpan } from '#kit/ui/chart/data/spans.ts'
import type { ChartNotesProps } from './provided-notes.ts'

type Marks = Pick<ChartNotesProps, 'onSpans' | 'onLevels'>

/** What several features mark in one drawing, as one list in their order; each draws its part. */
export function joinedNotes<Props extends Marks>(
  features: readonly FunctionComponent<Props>[],
): FunctionComponent<Props> {
  return function JoinedNotes(props) {
    const { onSpans, onLevels } = props
    const [spans, setSpansOf] = useMarksOf<ChartSpan>(features.length)
    const [levels, setLevelsOf] = useMarksOf<ChartLevel>(features.length)
    useEffect(() => onSpans(spans), [spans, onSpans])
    useEffect(() => onLevels(levels), [levels, onLevels])
    return features.map((Notes, place) => (
      // A feature is its place in the list, which stays.
      <NotesOf key={place} {...{ Notes, place, setSpansOf, setLevelsOf, props }} />
    ))
  }
}

interface NotesOfProps<Props> {
  readonly Notes: FunctionComponent<Props>
  readonly place: number
  readonly props: Props
  readonly setSpansOf: (place: number, spans: readonly ChartSpan[]) => void
  readonly setLevelsOf: (place: number, levels: readonly ChartLevel[]) => void
}

function NotesOf<Props extends Marks>(given: NotesOfProps<Props>) {
  const { Notes, place, props, setSpansOf, setLevelsOf } = given
  const onSpans = useCallback(
    (spans: readonly ChartSpan[]) => setSpansOf(place, spans),
    [setSpansOf, place],
  )
  const onLevels = useCallback(
    (levels: readonly ChartLevel[]) => setLevelsOf(place, levels),
    [setLevelsOf, place],
  )
  return <Notes {...props} {...{ onSpans, onLevels }} />
}

const none: readonly never[] = []

function useMarksOf<Mark>(features: number) {
  const [marks, setMarks] = useState<readonly (readonly Mark[])[]>(none)
  const setOf = useCallback(
    (place: number, own: readonly Mark[]) =>
      setMarks((before) =>
        Array.from({ length: features }, (_, at) => (at === place ? own : (before[at] ?? none))),
      ),
    [features],
  )
  const all = useMemo(() => marks.flat(), [marks])
  return [all, setOf] as const
}
