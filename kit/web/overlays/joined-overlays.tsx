import { useCallback, useEffect, useMemo, useState, type FunctionComponent } from 'react'
import type { ChartLevel } from '#kit/ui/chart/data/levels.ts'
import type { ChartSpan } from '#kit/ui/chart/data/spans.ts'
import type { ChartOverlayProps } from './provided-overlays.ts'

type Marks = Pick<ChartOverlayProps, 'onSpans' | 'onLevels'>

/** What several features mark in one drawing, as one list in their order; each draws its part. */
export function joinedOverlays<Props extends Marks>(
  features: readonly FunctionComponent<Props>[],
): FunctionComponent<Props> {
  return function JoinedOverlays(props) {
    const { onSpans, onLevels } = props
    const [spans, setSpansOf] = useMarksOf<ChartSpan>(features.length)
    const [levels, setLevelsOf] = useMarksOf<ChartLevel>(features.length)
    useEffect(() => onSpans(spans), [spans, onSpans])
    useEffect(() => onLevels(levels), [levels, onLevels])
    return features.map((Overlay, place) => (
      // A feature is its place in the list, which stays.
      <OverlayPart key={place} {...{ Overlay, place, setSpansOf, setLevelsOf, props }} />
    ))
  }
}

interface OverlayPartProps<Props> {
  readonly Overlay: FunctionComponent<Props>
  readonly place: number
  readonly props: Props
  readonly setSpansOf: (place: number, spans: readonly ChartSpan[]) => void
  readonly setLevelsOf: (place: number, levels: readonly ChartLevel[]) => void
}

function OverlayPart<Props extends Marks>(partProps: OverlayPartProps<Props>) {
  const { Overlay, place, props, setSpansOf, setLevelsOf } = partProps
  const onSpans = useCallback(
    (spans: readonly ChartSpan[]) => setSpansOf(place, spans),
    [setSpansOf, place],
  )
  const onLevels = useCallback(
    (levels: readonly ChartLevel[]) => setLevelsOf(place, levels),
    [setLevelsOf, place],
  )
  return <Overlay {...props} {...{ onSpans, onLevels }} />
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
