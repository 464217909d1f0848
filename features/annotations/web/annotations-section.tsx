import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import type { ChartOverlayProps } from '#kit/web/overlays/provided-overlays.ts'
import { useInterrupted } from '#kit/web/screens/unsaved.ts'
import { lazyComponent } from '#kit/web/screens/lazy-component.tsx'
import { maximumListed, type Annotation } from '../contract/routes.ts'
import { AnnotationItem } from './annotation-item.tsx'
import { keyOf, useAnnotationTimes, usePrefix, useSpansOf } from './annotation-spans.ts'
import { useAnnotations } from './query-annotations.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { annotationForm, type InterruptedAnnotation } from './use-annotation-form.ts'
import './annotations.css'

const AnnotationDialog = lazyComponent(() => import('./annotation-dialog.tsx'))
const none: readonly Annotation[] = []

/** What people noted on moments of the sensors of a chart: in it, and as a list beside it. */
export default function AnnotationsSection(props: ChartOverlayProps) {
  const { sensors, range, timezone, picked, chosen, onChoose, onSpans, onUnpick } = props
  const translate = useTranslations('annotations')
  const ids = sensors.map(({ id }) => id)
  const { data, error, refetch } = useAnnotations(ids, range)
  const annotations = data?.annotations ?? none
  const { edited, setEdited, interrupted } = useEdited()
  const [removed, setRemoved] = useState<Annotation | null>(null)
  const { timeOf, momentOf } = useAnnotationTimes(timezone)
  const { nameOf, prefixOf } = usePrefix(sensors)
  useSpansOf(annotations, prefixOf, timeOf, onSpans)
  if (!props.isListed) return null
  if (error && !data)
    return (
      <section className="annotations" aria-label={translate('title')}>
        <p role="status">{translate('failed')}</p>
        <button type="button" className="button small" onClick={() => void refetch()}>
          {translate('again')}
        </button>
      </section>
    )
  if (!data || (annotations.length === 0 && !data.mayAdd)) return null
  return (
    <section className="annotations" aria-label={translate('title')}>
      <h3>{translate('title')}</h3>
      {data.mayAdd && (
        <button type="button" className="button small" onClick={() => setEdited('new')}>
          <Icon name="plus" size={12} />
          {picked === null ? translate('add') : translate('addAt', { time: momentOf(picked) })}
        </button>
      )}
      {annotations.length === 0 && <p>{translate('empty')}</p>}
      {data.isCut && <p>{translate('cut', { count: maximumListed })}</p>}
      <ol>
        {annotations.map((annotation, index) => (
          <AnnotationItem
            key={annotation.id}
            {...{ annotation, momentOf }}
            number={index + 1}
            time={timeOf(annotation)}
            sensorName={nameOf(annotation.sensorId)}
            isChosen={keyOf(annotation) === chosen}
            onChoose={() => onChoose(keyOf(annotation) === chosen ? null : keyOf(annotation))}
            onEdit={() => setEdited(annotation)}
            onRemove={() => setRemoved(annotation)}
          />
        ))}
      </ol>
      {edited && (
        <Suspense>
          <AnnotationDialog
            {...{ sensors, range, timezone, picked }}
            {...{ interrupted }}
            base={edited === 'new' ? null : edited}
            current={edited === 'new' ? null : currentOf(annotations, edited)}
            onClose={() => setEdited(null)}
            onAdded={onUnpick}
          />
        </Suspense>
      )}
      {removed && (
        <RemoveDialog
          annotation={removed}
          time={timeOf(removed)}
          onClose={() => setRemoved(null)}
        />
      )}
    </section>
  )
}

/** What is written now; what was when the session ended is given back. */
function useEdited() {
  const [interrupted, setInterrupted] = useState(
    useInterrupted<InterruptedAnnotation>(annotationForm),
  )
  const [edited, set] = useState<Annotation | 'new' | null>(
    interrupted ? (interrupted.base ?? 'new') : null,
  )
  const setEdited = (next: Annotation | 'new' | null) => {
    setInterrupted(undefined)
    set(next)
  }
  return { edited, setEdited, interrupted }
}

/** As it is now; what is gone meanwhile is null. */
const currentOf = (annotations: readonly Annotation[], { id }: Annotation): Annotation | null =>
  annotations.find((each) => each.id === id) ?? null
