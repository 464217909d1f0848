import { useCallback, useMemo, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { defaultOptions } from '#kit/ui/grid/layout/item.ts'
import { normalizeLayout } from '#kit/ui/grid/layout/normalize-layout.ts'
import { LayoutGrid } from '#kit/ui/grid/layout-grid.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { useGridTexts } from '#kit/web/grid/use-grid-texts.ts'
import { WidgetView } from '#kit/web/widgets/widget-view.tsx'
import { gridItemOf } from '../../contract/grid-item.ts'
import type { KioskBoard } from '../../contract/kiosk.ts'
import type { Widget } from '../../contract/page.ts'
import { inReadingOrder, AreaView } from '../areas/area-view.tsx'
import { widgetContent, sizeOf } from '../areas/widget-content.ts'
import type { FindSensor } from '../calls/use-sensors.ts'
import { normalizePage } from '../edit/content/areas.ts'

interface ContentProps {
  readonly board: KioskBoard
  readonly find: FindSensor
}

/** How many areas are drawn before it is known which are near the screen. */
const drawnAtOnce = 4

/** The areas of a page. */
export function KioskPage({ board, find }: ContentProps) {
  const areas = useMemo(() => normalizePage(board).areas.toSorted(inReadingOrder), [board])
  const draw = useCallback((widget: Widget) => drawWidget(widget, find), [find])
  if (areas.length === 0) return <Empty />
  return (
    <div className="page-areas">
      {areas.map((area, index) => (
        <AreaView
          key={area.id}
          area={area}
          number={index + 1}
          isFirst={index < drawnAtOnce}
          draw={draw}
        />
      ))}
    </div>
  )
}

/** The widgets of a dashboard on their grid. */
export function KioskDashboard({ board, find }: ContentProps) {
  const texts = useGridTexts()
  const { name, widgets } = board
  const layout = useMemo(
    () => normalizeLayout(widgets.map(gridItemOf), defaultOptions).layout,
    [widgets],
  )
  // Ids that were stored twice are other ones in the layout.
  const byId = useMemo(
    () => new Map(layout.map(({ i }, index) => [i, widgets[index]])),
    [layout, widgets],
  )
  const renderItem = useCallback(
    ({ i }: { readonly i: string }) => {
      const widget = byId.get(i)
      return widget ? drawWidget(widget, find) : null
    },
    [byId, find],
  )
  if (widgets.length === 0) return <Empty />
  return (
    <LayoutGrid
      label={name}
      layout={layout}
      isEditing={false}
      texts={texts}
      nameOf={sameName}
      renderItem={renderItem}
      onChange={doNothing}
    />
  )
}

const sameName = (id: string) => id
/** Nobody moves anything here. */
const doNothing = () => {}

function drawWidget(widget: Widget, find: FindSensor): ReactNode {
  const content = widgetContent(widget, find)
  return <WidgetView widget={content} size={sizeOf(content, widget)} />
}

function Empty() {
  const translate = useTranslations('pages.kiosk')
  return <Notice icon="pages" title={translate('empty')} />
}
