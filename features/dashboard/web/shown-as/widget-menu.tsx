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
}

/** No kind has such an id: folders are named without colons. */
const [heading, editing] = [':heading', ':options']

/** How a sensor is shown, and the way to the options of the kind that shows it. */
export function WidgetMenu({ sensor, kinds, current, onChoose, onOptions }: WidgetMenuProps) {
  const translate = useTranslations()
  const choices: readonly MenuChoice<string>[] = [
    { value: heading, label: translate('dashboard.widget.showAs'), kind: 'heading' },
    ...kinds.map(({ id, title }) => ({
      value: id,
      label: translate(title as Parameters<typeof translate>[0]),
    })),
    ...(current.Editor
      ? [{ value: editing, label: translate('dashboard.widget.options'), kind: 'action' as const }]
      : []),
  ]
  return (
    <div className="widget-menu">
      <MenuButton
        className="icon-button small"
        label={translate('dashboard.widget.menu', { name: sensor.alias })}
        choices={choices}
        current={current.id}
        onChoose={(chosen) => (chosen === editing ? onOptions() : onChoose(chosen))}
      >
        <Icon name="more" />
      </MenuButton>
    </div>
  )
}
