import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { OptionsBoundary } from '#kit/web/widgets/options-boundary.tsx'
import { useEditedOptions } from '#kit/web/widgets/use-edited-options.ts'
import type { AnyWidgetKind, SensorsWidgetKind, WidgetOptions } from '#kit/web/widget-registry.ts'
import type { WidgetContent } from '#kit/web/widgets/widget-view.tsx'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import type { Widget } from '../../../contract/page.ts'
import type { FindSensor } from '../../calls/use-sensors.ts'
import { kindOf } from '../../areas/widget-content.ts'
import { CloseButton } from '#kit/ui/dialog/modal-dialog.tsx'
import { EntriesDialog } from '#kit/web/screens/entries-dialog.tsx'
import { changeOptions, changeSensors } from '../content/widgets.ts'
import { isSame } from '../../../contract/choose.ts'
import type { Editor } from '../state/use-editor.ts'
import { SensorsChoice } from './sensors-choice.tsx'

const optionsForm = 'page-widget'

interface WidgetDialogProps {
  readonly areaId: string
  readonly widget: Widget
  readonly content: WidgetContent
  readonly actions: Editor['actions']
  readonly find: FindSensor
  readonly name: string
  readonly onClose: () => void
}

type Names = Widget['sensors']

/** The options of a widget, and of a kind that shows several sensors which these are. */
export function WidgetDialog(props: WidgetDialogProps) {
  const { areaId, widget, content, actions, find, name, onClose } = props
  const translate = useTranslations('pages.widget')
  const cancel = useTranslations('pages')('cancel')
  const { edited: options, shown, change } = useEditedOptions(widget.options)
  const [sensors, setSensors] = useState<Names>(widget.sensors)
  const isChanged = !isSame([widget.options, widget.sensors], [options, sensors])
  const markClosed = useUnsaved(optionsForm, isChanged, () => null)
  const kind = kindOf(content)
  const save = () => {
    if (options === null) return
    actions.change((page) =>
      changeSensors(
        changeOptions(page, areaId, widget.id, options as Widget['options']),
        areaId,
        widget.id,
        sensors,
      ),
    )
    markClosed()
    onClose()
  }
  return (
    <EntriesDialog
      isChanged={isChanged}
      title={name}
      onSubmit={save}
      onClose={() => {
        markClosed()
        onClose()
      }}
      footer={
        <>
          <CloseButton>{cancel}</CloseButton>
          <button type="submit" className="button primary" aria-disabled={options === null}>
            {translate('take')}
          </button>
        </>
      }
    >
      {kind?.binds === 'sensors' && (
        <SensorsChoice kind={kind} chosen={sensors} onChange={setSensors} />
      )}
      <OptionsBoundary>
        <div className="widget-options-form">
          <Options
            {...{ kind, find, sensors }}
            sensor={content.sensor}
            options={shown}
            onChange={change}
          />
        </div>
      </OptionsBoundary>
    </EntriesDialog>
  )
}

interface OptionsProps {
  readonly kind: AnyWidgetKind | undefined
  readonly sensor: WidgetContent['sensor']
  readonly sensors: Names
  readonly find: FindSensor
  readonly options: WidgetOptions
  readonly onChange: (options: WidgetOptions | null) => void
}

function Options({ kind, sensor, sensors, find, options, onChange }: OptionsProps) {
  if (!kind?.Editor) return null
  if (kind.binds === 'sensors')
    return <OptionsOfSensors {...{ kind, sensors, find, options, onChange }} />
  if (kind.binds === 'sensor') {
    const { Editor } = kind
    return sensor && <Editor {...{ sensor, options, onChange }} />
  }
  const { Editor } = kind
  return <Editor {...{ options, onChange }} />
}

interface OptionsOfSensorsProps extends Omit<OptionsProps, 'sensor' | 'kind'> {
  readonly kind: SensorsWidgetKind
}

function OptionsOfSensors({ kind, sensors, find, options, onChange }: OptionsOfSensorsProps) {
  const { Editor } = kind
  const shown = sensors.flatMap((sensor) => find(sensor) ?? [])
  return Editor && <Editor sensors={shown} options={options} onChange={onChange} />
}
