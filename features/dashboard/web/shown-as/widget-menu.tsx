import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import type { WidgetKind } from '#kit/web/widget-registry.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { MenuButton } from '#kit/ui/menu/menu-button.tsx'
import type { MenuChoice } from '#kit/ui/menu/menu-list.tsx'

interface WidgetMenuProps {
  readonly sensor: Sensor
  readonly kinds: readonly WidgetKind[]
  readonly current: WidgetKind
  readonly onChoose: (kindId: string) => void
  readonly onOptions: () => void
  /** Whether the sensor has the big place. */
  readonly isPinned: boolean
  readonly onPin: () => void
}

/** No kind has such an id: folders are named without colons. */
const [heading, editing, pinning] = [':heading', ':options', ':pin']

/** How a sensor is shown, and the way to the options of the kind that shows it. */
export function WidgetMenu(props: WidgetMenuProps) {
  const { sensor, kinds, current, isPinned } = props
  const translate = useTranslations()
  const choose = (chosen: string) => {
    if (chosen === pinning) props.onPin()
    else if (chosen === editing) props.onOptions()
    else props.onChoose(chosen)
  }
  const choices: readonly MenuChoice<string>[] = [
    { value: heading, label: translate('dashboard.widget.showAs'), kind: 'heading' },
    ...kinds.map(({ id, title }) => ({
      value: id,
      label: translate(title as Parameters<typeof translate>[0]),
    })),
    ...(current.Editor
      ? [{ value: editing, label: translate('dashboard.widget.options'), kind: 'action' as const }]
      : []),
    {
      value: pinning,
      label: translate(isPinned ? 'dashboard.widget.unpin' : 'dashboard.widget.pin'),
      kind: 'action',
    },
  ]
  return (
    <div className="widget-menu" data-sensor={sensor.id}>
      <MenuButton
        className="icon-button small"
        label={translate('dashboard.widget.menu', { name: sensor.alias })}
        choices={choices}
        current={current.id}
        onChoose={choose}
      >
        <Icon name="more" />
      </MenuButton>
    </div>
  )
}
