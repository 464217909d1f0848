import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import type { Annotation } from '../contract/routes.ts'

interface AnnotationItemProps {
  readonly annotation: Annotation
  readonly number: number
  /** When it was, in words. */
  readonly time: string
  /** Absent: all are of one sensor. */
  readonly sensorName: string | undefined
  readonly momentOf: (time: number) => string
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** One annotation: its number in the chart, when, what, and who wrote it. */
export function AnnotationItem(props: AnnotationItemProps) {
  const { annotation, number, time, sensorName, momentOf, isChosen } = props
  const translate = useTranslations('annotations')
  const { text, author, createdAt, changed, mayChange } = annotation
  const element = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const nameOf = (name: string | null) => name ?? translate('goneAccount')
  return (
    <li ref={element} data-chosen={isChosen || undefined}>
      <button
        type="button"
        className="annotation-time"
        aria-pressed={isChosen}
        onClick={props.onChoose}
      >
        <b className="number">{number}</b>
        <span className="number">{time}</span>
      </button>
      {mayChange && (
        <span className="annotation-tools">
          <button
            type="button"
            className="icon-button small"
            title={translate('edit')}
            aria-label={translate('editOf', { number })}
            onClick={props.onEdit}
          >
            <Icon name="edit" size={13} />
          </button>
          <button
            type="button"
            className="icon-button small"
            title={translate('remove')}
            aria-label={translate('removeOf', { number })}
            onClick={props.onRemove}
          >
            <Icon name="close" size={13} />
          </button>
        </span>
      )}
      {sensorName !== undefined && <p className="annotation-sensor words">{sensorName}</p>}
      <p className="annotation-text" dir="auto">
        {text}
      </p>
      <p className="annotation-author">
        {translate('by', { name: nameOf(author), time: momentOf(createdAt) })}
        {changed && (
          <> {translate('changed', { name: nameOf(changed.by), time: momentOf(changed.at) })}</>
        )}
      </p>
    </li>
  )
}
