import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { BoardFaults } from '#kit/web/boards/board-faults.tsx'
import { useKindTitle } from '#kit/web/widgets/kind-titles.ts'
import { useNamed } from '#kit/web/texts/use-named.ts'
import type { Area } from '../../contract/page.ts'
import { kindOf, widgetContent } from '../areas/widget-content.ts'
import type { FindSensor } from '../calls/use-sensors.ts'
import { repaired, type AreaFault } from '../edit/content/stored-areas.ts'

interface PageFaultsProps {
  /** As they are stored. */
  readonly areas: readonly Area[]
  readonly find: FindSensor
}

/** What is wrong with a home page as it is stored, part by part. */
export function PageFaults({ areas, find }: PageFaultsProps) {
  const translate = useTranslations('pages.area')
  const titleOf = useKindTitle()
  const named = useNamed()
  const { faults } = useMemo(() => repaired(areas), [areas])
  const areaName = ({ name }: Area) => (name === '' ? translate('unnamed') : name)
  const nameOf = ({ area, widget }: AreaFault) => {
    if (!widget) return areaName(area)
    const content = widgetContent(widget, find)
    const kind = kindOf(content)
    const { sensor } = widget
    const ownName = content.sensor?.alias ?? (sensor ? `${sensor.thing} ${sensor.key}` : null)
    return named(areaName(area), ownName ?? (kind ? titleOf(kind) : widget.id))
  }
  return (
    <BoardFaults
      kind="page"
      parts={faults.map((each) => ({
        id: `${each.area.id} ${each.widget?.id ?? ''}`,
        name: nameOf(each),
        fault: each.fault,
      }))}
    />
  )
}
