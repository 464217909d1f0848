import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { OptionsBoundary } from '#kit/web/widgets/options-boundary.tsx'
import { useEditedOptions } from '#kit/web/widgets/use-edited-options.ts'
import type { WidgetKind, WidgetOptions } from '#kit/web/widget-registry.ts'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import { CloseButton } from '#kit/ui/dialog/modal-dialog.tsx'
import { EntriesDialog } from '#kit/web/screens/entries-dialog.tsx'

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
  const { edited, shown, change } = useEditedOptions(options)
  // The sensor may be on no page of the list when the person is back: they choose again.
  const isChanged = edited !== options
  const markClosed = useUnsaved(optionsForm, isChanged, () => null)
  const close = () => {
    markClosed()
    onClose()
  }
  const save = () => {
    if (edited === null) return
    onSave(edited)
    close()
  }
  return (
    <EntriesDialog
      isChanged={isChanged}
      title={sensor.alias}
      onClose={close}
      onSubmit={save}
      footer={
        <>
          <CloseButton>{translate('cancel')}</CloseButton>
          <button type="submit" className="button primary" aria-disabled={edited === null}>
            {translate('save')}
          </button>
        </>
      }
    >
      <OptionsBoundary>
        <Editor sensor={sensor} options={shown} onChange={change} />
      </OptionsBoundary>
    </EntriesDialog>
  )
}
