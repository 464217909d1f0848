import { useMemo } from 'react'
import type { PlotOverlay } from '#kit/web/overlays/provided-overlays.ts'
import { useAnnotationTimes, usePrefix, useSpansOf } from './annotation-spans.ts'
import { useRecentAnnotations } from './query-annotations.ts'

/** Annotations of the last minutes, in the plot of a widget. */
const PlotAnnotations: PlotOverlay = ({ sensors, timezone, onSpans }) => {
  const annotations = useRecentAnnotations(useMemo(() => sensors.map(({ id }) => id), [sensors]))
  const { prefixOf } = usePrefix(sensors)
  const { timeOf } = useAnnotationTimes(timezone)
  useSpansOf(annotations, prefixOf, timeOf, onSpans)
  return null
}
export default PlotAnnotations
