import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import type { WidgetKind, WidgetOptions } from '#kit/web/widget-registry.ts'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'

/** One form for all widgets: one dialog is open at a time. */
export const optionsForm = 'widget-options'

interface OptionsDialogProps {
  readonly sensor: Sensor
  readonly Editor: NonNullable<WidgetKind['Editor']>
  readonly options: WidgetOptions
  readonly onSave: (options: WidgetOptions) => void
  readonly onClose: () => void
}

/** The options of a widget, from the form of its kind; saved as a whole or not at all. */
export function OptionsDialog({ sensor, Editor, options, onSave, onClose }: OptionsDialogProps) {
  const translate = useTranslations('dashboard.widget')
  const common = useTranslations('common')
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  /** null: what the form holds cannot be saved. */
  const [edited, setEdited] = useState<WidgetOptions | null>(options)
  // The sensor may be on no page of the list when the person is back: they choose again.
  const markClosed = useUnsaved(optionsForm, edited !== options, () => null)
  useEffect(() => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal()
  }, [])
  const close = () => {
    markClosed()
    onClose()
  }
  const save = () => {
    if (edited === null) return
    onSave(edited)
    dialog.current?.close()
  }
  return (
    <dialog ref={dialog} className="widget-options" aria-labelledby={id} onClose={close}>
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <header>
          <h2 id={id}>{sensor.alias}</h2>
          <button
            type="button"
            className="icon-button"
            aria-label={common('close')}
            onClick={() => dialog.current?.close()}
          >
            <Icon name="close" />
          </button>
        </header>
        <Suspense fallback={<Skeleton width="100%" height="92px" />}>
          <Editor sensor={sensor} options={options} onChange={setEdited} />
        </Suspense>
        <footer>
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            {translate('cancel')}
          </button>
          <button type="submit" className="button primary" aria-disabled={edited === null}>
            {translate('save')}
          </button>
        </footer>
      </form>
    </dialog>
  )
}
