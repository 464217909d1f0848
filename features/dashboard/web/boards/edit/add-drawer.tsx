import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { isolated } from '#kit/web/formats/isolated.ts'
import { defaultKind } from '#kit/web/widget-registry.ts'
import { useAddableKinds } from '#kit/web/widgets/kind-titles.ts'
import { beginOutsideDrag } from '#kit/ui/grid/outside/outside-drag.ts'
import type { NewWidget } from '../content/draft.ts'
import { SensorSearch } from './sensor-search.tsx'
import { draggedItem } from './dragged-item.ts'

interface AddDrawerProps {
  readonly onAdd: (added: NewWidget) => void
  readonly onClose: () => void
}

/** What can be added to a dashboard: sensors, each in its usual widget, and other widgets. */
export function AddDrawer({ onAdd, onClose }: AddDrawerProps) {
  const translate = useTranslations('dashboard.board')
  const common = useTranslations('common')
  const id = useId()
  const [added, setAdded] = useState('')
  const kinds = useAddableKinds().filter(({ kind }) => kind.binds !== 'sensor')
  const add = (widget: NewWidget, name: string) => {
    onAdd(widget)
    setAdded(translate('added', { name: isolated(name) }))
  }
  const ofSensor = (sensor: Sensor): NewWidget => ({ sensor, kind: defaultKind(sensor.type) })
  return (
    <aside className="panel board-drawer" aria-labelledby={id}>
      <header>
        <h2 id={id}>{translate('add')}</h2>
        <button
          type="button"
          className="icon-button"
          aria-label={common('close')}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </header>
      <SensorSearch
        label={translate('addable')}
        action={(sensor) => translate('addSensor', { name: isolated(sensor.alias) })}
        onChoose={(sensor) => add(ofSensor(sensor), sensor.alias)}
        onPress={(sensor, event) =>
          beginOutsideDrag(event.nativeEvent, draggedItem(ofSensor(sensor), sensor.alias))
        }
      />
      <h3>{translate('otherWidgets')}</h3>
      <ul className="board-kinds">
        {kinds.map(({ kind, title }) => (
          <li key={kind.id}>
            <button
              type="button"
              className="button small"
              onClick={() => add({ kind, sensor: null }, title)}
            >
              <Icon name="plus" />
              {title}
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="visually-hidden">
        {added}
      </p>
    </aside>
  )
}
