import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SensorName, Widget } from '#features/pages/contract/page.ts'
import { CloseButton } from '#kit/ui/dialog/modal-dialog.tsx'
import { EntriesDialog } from '#kit/web/screens/entries-dialog.tsx'
import { Icon } from '#kit/ui/icon.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import { OptionsBoundary } from '#kit/web/widgets/options-boundary.tsx'
import { useEditedOptions } from '#kit/web/widgets/use-edited-options.ts'
import type { AnyWidgetKind, WidgetOptions } from '#kit/web/widget-registry.ts'
import '../dialogs/dialog-list.css'
import { nameKey, sensorName } from '../content/draft.ts'
import { storable } from '../content/storable.ts'
import type { BoardContent } from '../content/use-board-content.ts'
import { SensorSearch } from './sensor-search.tsx'

interface WidgetDialogProps {
  readonly widget: Widget
  readonly kind: AnyWidgetKind
  readonly title: string
  readonly content: BoardContent
  readonly onSave: (change: Pick<Widget, 'options' | 'sensors'>) => void
  readonly onClose: () => void
}

/** The options of a widget, and its sensors where it shows several; taken whole or not at all. */
export function WidgetDialog(props: WidgetDialogProps) {
  const { widget, kind, title, content, onSave, onClose } = props
  const translate = useTranslations('dashboard.board')
  const { edited: options, shown, change } = useEditedOptions(widget.options)
  const [sensors, setSensors] = useState<readonly SensorName[]>(widget.sensors)
  const isChanged = options !== widget.options || sensors !== widget.sensors
  const markClosed = useUnsaved('dashboard-widget', isChanged, () => null)
  const close = () => {
    markClosed()
    onClose()
  }
  const save = () => {
    if (options === null) return
    onSave({ options: storable(options), sensors: [...sensors] })
    close()
  }
  return (
    <EntriesDialog
      isChanged={isChanged}
      title={title}
      onClose={close}
      onSubmit={save}
      footer={
        <>
          {/* Else the way to remove a sensor would have the focus. */}
          <CloseButton isFirst={kind.binds === 'sensors'}>{translate('optionsCancel')}</CloseButton>
          <button type="submit" className="button primary" aria-disabled={options === null}>
            {translate('optionsSave')}
          </button>
        </>
      }
    >
      {kind.binds === 'sensors' && (
        <ChosenSensors {...{ kind, sensors, content }} onChange={setSensors} />
      )}
      <OptionsBoundary>
        <OptionsForm {...{ widget, options: shown, kind, sensors, content }} onChange={change} />
      </OptionsBoundary>
    </EntriesDialog>
  )
}

interface OptionsFormProps {
  readonly widget: Widget
  readonly options: WidgetOptions
  readonly kind: AnyWidgetKind
  readonly sensors: readonly SensorName[]
  readonly content: BoardContent
  readonly onChange: (options: WidgetOptions | null) => void
}

function OptionsForm(props: OptionsFormProps) {
  const { widget, options, kind, sensors, content, onChange } = props
  if (kind.binds === 'none') return kind.Editor ? <kind.Editor {...{ options, onChange }} /> : null
  if (kind.binds === 'sensors') {
    const found = sensors.flatMap((name) => content.find(name) ?? [])
    return kind.Editor ? <kind.Editor {...{ options, onChange }} sensors={found} /> : null
  }
  const sensor = widget.sensor && content.find(widget.sensor)
  return kind.Editor && sensor ? <kind.Editor {...{ options, onChange, sensor }} /> : null
}

interface ChosenSensorsProps {
  readonly kind: AnyWidgetKind
  readonly sensors: readonly SensorName[]
  readonly content: BoardContent
  readonly onChange: (sensors: readonly SensorName[]) => void
}

function ChosenSensors({ kind, sensors, content, onChange }: ChosenSensorsProps) {
  const translate = useTranslations('dashboard.board')
  const maximum = kind.binds === 'sensors' ? kind.maximumSensors : 1
  const [isTwice, setTwice] = useState(false)
  const add = (name: SensorName) => {
    const isThere = sensors.some((each) => nameKey(each) === nameKey(name))
    setTwice(isThere)
    if (!isThere && sensors.length < maximum) onChange([...sensors, name])
  }
  return (
    <>
      <ul className="dialog-list" aria-label={translate('chosenSensors')}>
        {sensors.map((name) => {
          const label = content.find(name)?.alias ?? name.key
          return (
            <li key={nameKey(name)}>
              <span>
                {label} <small>{name.thing}</small>
              </span>
              <button
                type="button"
                className="icon-button small"
                aria-label={translate('removeSensor', { name: isolated(label) })}
                onClick={() => onChange(sensors.filter((each) => each !== name))}
              >
                <Icon name="close" />
              </button>
            </li>
          )
        })}
      </ul>
      {isTwice && (
        <p className="board-note" role="alert">
          {translate('sensorTwice')}
        </p>
      )}
      {sensors.length < maximum ? (
        <SensorSearch
          label={translate('addable')}
          {...(kind.binds === 'sensors' && { accepts: kind.accepts })}
          action={(sensor) => translate('addSensor', { name: isolated(sensor.alias) })}
          onChoose={(sensor) => add(sensorName(sensor))}
        />
      ) : (
        <p className="board-note">{translate('sensorsFull', { count: maximum })}</p>
      )}
    </>
  )
}
