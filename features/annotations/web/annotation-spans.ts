import { useEffect, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ChartSpan } from '#kit/ui/chart/data/spans.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import type { Annotation } from '../contract/routes.ts'

/** Characters of a text that a mark says; all of it stands beside the chart. */
const maximumLabel = 160

/** How a chart calls an annotation. */
export const keyOf = ({ id }: Pick<Annotation, 'id'>): string => `annotation-${id}`

/** Gives the chart the annotations as spans, numbered in their order. */
export function useSpansOf(
  annotations: readonly Annotation[],
  /** What stands before what is said. */
  prefixOf: (annotation: Annotation) => string,
  timeOf: (annotation: Annotation) => string,
  onSpans: (spans: readonly ChartSpan[]) => void,
): void {
  const translate = useTranslations('annotations')
  const spans = useMemo(
    () =>
      annotations.map((annotation, index): ChartSpan => {
        const { from, to, text } = annotation
        const said = text.length > maximumLabel ? `${text.slice(0, maximumLabel - 1)}…` : text
        const label = translate('mark', {
          number: index + 1,
          time: timeOf(annotation),
          text: isolated(prefixOf(annotation) + said),
        })
        const sign = String(index + 1)
        return { key: keyOf(annotation), from, to, label, sign, colour: '--ink-2' }
      }),
    [annotations, prefixOf, timeOf, translate],
  )
  useEffect(() => onSpans(spans), [spans, onSpans])
  useEffect(() => () => onSpans([]), [onSpans])
}
