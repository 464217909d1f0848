import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useKindTitle } from '#kit/web/widgets/kind-titles.ts'
import { kindById } from '#kit/web/widget-registry.ts'
import type { Area, Widget } from '../../../contract/page.ts'
import type { FindSensor } from '../../calls/use-sensors.ts'
import type { Change } from '../content/changes.ts'

/** What an area is called in a sentence. */
export function useAreaName(): (area: Pick<Area, 'name'>) => string {
  const translate = useTranslations('pages.area')
  return ({ name }) => (name === '' ? translate('unnamed') : isolated(name))
}

/** What a widget is called: its sensor, else its kind. */
export function useWidgetName(find: FindSensor): (widget: Widget) => string {
  const titleOf = useKindTitle()
  return useCallback(
    ({ sensor, kind: id }: Widget) => {
      const kind = id === null ? undefined : kindById(id)
      if (sensor) return isolated(find(sensor)?.alias ?? sensor.key)
      return kind ? titleOf(kind) : (id ?? '')
    },
    [find, titleOf],
  )
}

/** A change in a few words. */
export function useChangeText(find: FindSensor): (change: Change) => string {
  const translate = useTranslations('pages.changes')
  const areaName = useAreaName()
  const widgetName = useWidgetName(find)
  return (change) => {
    if (change.kind === 'page-renamed')
      return translate('page-renamed', { name: isolated(change.name) })
    const area = areaName(change.area)
    if (!('widget' in change)) return translate(change.kind, { area })
    return translate(change.kind, { area, widget: widgetName(change.widget) })
  }
}
