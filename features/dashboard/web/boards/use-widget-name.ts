import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Widget } from '#features/pages/contract/page.ts'
import { useKindTitle } from '#kit/web/widgets/kind-titles.ts'
import type { BoardContent } from './content/use-board-content.ts'

/** What a widget is called: its sensor, else its kind. */
export function useWidgetName({ find, kindOf }: BoardContent): (widget: Widget) => string {
  const translate = useTranslations('dashboard.board')
  const titleOf = useKindTitle()
  return useCallback(
    (widget: Widget) => {
      const { sensor } = widget
      if (sensor) return find(sensor)?.alias ?? `${sensor.thing} ${sensor.key}`
      const kind = kindOf(widget)
      return kind ? titleOf(kind) : translate('widget')
    },
    [find, kindOf, titleOf, translate],
  )
}
