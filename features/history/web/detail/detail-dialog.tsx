import { useCallback, useId, useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useDetailSteps } from '#kit/web/detail/use-detail.ts'
import { DetailBody } from './detail-body.tsx'
import type { DetailLinks } from './detail-links.ts'
import { useNamed, type Named } from './use-named.ts'
import './detail.css'

interface DetailDialogProps {
  readonly lesiId: string
  readonly sensorKey: string
  /** Such as `2026-11-30`; null: today. */
  readonly day: string | null
  /** The moment of the past that the page shows, ms UTC; null: the present. */
  readonly at: number | null
  /** Where this person may go from here. */
  readonly links: DetailLinks
}

/** One sensor over the page that is open: its value, and a day of it. */
export default function DetailDialog({ lesiId, sensorKey, day, at, links }: DetailDialogProps) {
  const translate = useTranslations('history.detail')
  const common = useTranslations('common')
  const { showDay, close } = useDetailSteps()
  const named = useNamed(lesiId, sensorKey)
  const dialog = useModal()
  const id = useId()
  const leave = () => dialog.current?.close()
  return (
    // A press beside the dialog closes it; keys have Escape.
    // oxlint-disable-next-line click-events-have-key-events, no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className="sensor-detail"
      aria-labelledby={id}
      data-past={at === null ? undefined : ''}
      onClose={close}
      onClick={({ target }) => target === dialog.current && leave()}
      onKeyDown={stayInside}
    >
      <div className="sensor-detail-sheet">
        <header className="sensor-detail-head">
          <div>
            <h2 id={id} className="clip words" title={titleOf(named, sensorKey)}>
              {titleOf(named, sensorKey)}
            </h2>
            <p className="clip">
              {named.deviceName} <span className="sensor-detail-key">{sensorKey}</span>
            </p>
          </div>
          {at !== null && <span className="tag sensor-detail-past">{translate('past')}</span>}
          <button
            type="button"
            className="icon-button"
            aria-label={common('close')}
            onClick={leave}
          >
            <Icon name="close" />
          </button>
        </header>
        <DetailBody {...{ lesiId, sensorKey, named, day, at, links }} onDay={showDay} />
      </div>
    </dialog>
  )
}

const titleOf = ({ sensor }: Named, key: string) => sensor?.alias ?? key

/**
 * The page behind has keys of its own, which mean nothing here. A chart takes Escape for the way
 * back from a zoom; where it is not zoomed the dialog closes all the same.
 */
function stayInside(event: KeyboardEvent<HTMLDialogElement>): void {
  event.stopPropagation()
  const { currentTarget, key, target } = event
  if (key !== 'Escape' || !event.defaultPrevented || !(target instanceof Element)) return
  const isChart = target.closest('.chart-plot, .state-chart-timeline') !== null
  const isZoomed = currentTarget.querySelector('[data-zoomed]') !== null
  if (isChart && !isZoomed) currentTarget.close()
}

/** Opens the dialog before everything else; when it goes, the focus returns to where it was. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  const open = useCallback((element: HTMLDialogElement) => {
    if (!element.open) element.showModal()
  }, [])
  useLayoutEffect(() => {
    const { current } = dialog
    if (!current) return undefined
    open(current)
    return () => current.close()
  }, [open])
  return dialog
}
