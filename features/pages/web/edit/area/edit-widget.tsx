import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { useNearScreen } from '#kit/ui/use-near-screen.ts'
import { MenuButton } from '#kit/ui/menu/menu-button.tsx'
import type { MenuChoice } from '#kit/ui/menu/menu-list.tsx'
import { useKindTitle } from '#kit/web/widgets/kind-titles.ts'
import { WidgetView, type WidgetContent } from '#kit/web/widgets/widget-view.tsx'
import { kindsFor, type WidgetSize } from '#kit/web/widget-registry.ts'
import type { Widget } from '../../../contract/page.ts'
import type { FindSensor } from '../../calls/use-sensors.ts'
import { kindOf } from '../../areas/widget-content.ts'
import { changeKind, removeWidget } from '../content/widgets.ts'
import type { Editor } from '../state/use-editor.ts'
import { WidgetDialog } from './widget-dialog.tsx'
import './edit-widget.css'

interface EditWidgetProps {
  readonly areaId: string
  readonly widget: Widget
  readonly content: WidgetContent
  readonly size: WidgetSize
  readonly actions: Editor['actions']
  readonly find: FindSensor
  readonly widgetName: (widget: Widget) => string
}

/** No kind has such an id. */
const [heading, editing] = [':heading', ':options']

/**
 * A widget that is edited: live, with the ways to change how it is shown and to remove it. Away
 * from the screen it is an empty place.
 */
export function EditWidget(props: EditWidgetProps) {
  const [isNear, ref] = useNearScreen(false)
  return (
    <div className="edit-widget" ref={ref}>
      {isNear && <NearWidget {...props} />}
    </div>
  )
}

function NearWidget(props: EditWidgetProps) {
  const { areaId, widget, content, size, actions, widgetName } = props
  const translate = useTranslations('pages.widget')
  const [isChoosing, setChoosing] = useState(false)
  const name = widgetName(widget)
  return (
    <>
      {/* What is shown is to be looked at: its links lead out of the editor. */}
      <div className="edit-widget-content" inert>
        <WidgetView widget={content} size={size} />
      </div>
      <div className="edit-widget-tools">
        <WidgetMenu {...props} name={name} onOptions={() => setChoosing(true)} />
        <button
          type="button"
          className="icon-button small"
          aria-label={translate('remove', { name })}
          title={translate('remove', { name })}
          onClick={() => actions.change((page) => removeWidget(page, areaId, widget.id))}
        >
          <Icon name="close" />
        </button>
      </div>
      {isChoosing && <WidgetDialog {...props} name={name} onClose={() => setChoosing(false)} />}
    </>
  )
}

interface WidgetMenuProps extends EditWidgetProps {
  readonly name: string
  readonly onOptions: () => void
}

/** The kinds that can show the sensor, and the options of the present one. */
function WidgetMenu({ areaId, widget, content, actions, name, onOptions }: WidgetMenuProps) {
  const translate = useTranslations('pages.widget')
  const titleOf = useKindTitle()
  const { sensor } = content
  const current = kindOf(content)
  const kinds = sensor ? kindsFor(sensor.type) : []
  const usual = kinds[0]
  const hasOptions = current?.binds === 'sensors' || current?.Editor !== undefined
  if (kinds.length < 2 && !hasOptions) return null
  const choices: readonly MenuChoice<string>[] = [
    ...(kinds.length > 0
      ? [{ value: heading, label: translate('showAs'), kind: 'heading' as const }]
      : []),
    ...kinds.map((kind) => ({ value: kind.id, label: titleOf(kind) })),
    ...(hasOptions
      ? [{ value: editing, label: translate('options'), kind: 'action' as const }]
      : []),
  ]
  const choose = (chosen: string) => {
    if (chosen === editing) return onOptions()
    const kind = kinds.find(({ id }) => id === chosen)
    if (!kind || kind.id === current?.id) return
    const { width: w, height: h } = kind.gridSizes.small
    const id = kind === usual ? null : kind.id
    actions.attempt((page) => changeKind(page, areaId, widget.id, { kind: id, options: {}, w, h }))
  }
  return (
    <MenuButton
      className="icon-button small"
      label={translate('menu', { name })}
      choices={choices}
      current={current?.id}
      onChoose={choose}
    >
      <Icon name="more" />
    </MenuButton>
  )
}
