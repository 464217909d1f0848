import { memo, useCallback, useMemo, type ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { LayoutGrid } from '#kit/ui/grid/layout-grid.tsx'
import type { GridItem } from '#kit/ui/grid/layout/item.ts'
import { useGridTexts } from '#kit/web/grid/use-grid-texts.ts'
import type { Area } from '../../../contract/page.ts'
import { kindOf, widgetContent, sizeOf } from '../../areas/widget-content.ts'
import { placeWidgets } from '../content/widgets.ts'
import type { EditParts } from '../editor.tsx'
import { EditWidget } from './edit-widget.tsx'
import { itemOf, placeOf } from './grid-items.ts'

interface WidgetsGridProps extends Pick<EditParts, 'find' | 'widgetName'> {
  readonly area: Area
  /** What the area is called. */
  readonly name: string
  readonly actions: EditParts['editor']['actions']
}

type PlacedWidgetProps = Omit<ComponentProps<typeof EditWidget>, 'content' | 'size'>

/** Not drawn again with each letter of the name of its area. */
const PlacedWidget = memo(function PlacedWidget(props: PlacedWidgetProps) {
  const { widget, find } = props
  const content = widgetContent(widget, find)
  return <EditWidget {...props} content={content} size={sizeOf(content, widget)} />
})

/** The widgets of an area on their grid; drawn again only when something of the area changes. */
export const WidgetsGrid = memo(function WidgetsGrid(props: WidgetsGridProps) {
  const { area, name, actions, find, widgetName } = props
  const translate = useTranslations('pages.area')
  const texts = useGridTexts()
  const { id, widgets, w, h } = area
  // What the area has no room for is refused: it is adjusted first.
  const options = useMemo(() => ({ colNum: w, maxRows: h }), [w, h])
  const byId = useMemo(() => new Map(widgets.map((widget) => [widget.id, widget])), [widgets])
  const layout = useMemo(
    () =>
      widgets.map((widget) => {
        const small = kindOf(widgetContent(widget, find))?.gridSizes.small
        return itemOf(widget, small && { w: small.width, h: small.height })
      }),
    [widgets, find],
  )
  const renderItem = useCallback(
    ({ i }: GridItem) => {
      const widget = byId.get(i)
      return widget ? <PlacedWidget areaId={id} {...{ widget, actions, find, widgetName }} /> : null
    },
    [byId, id, actions, find, widgetName],
  )
  return (
    <LayoutGrid
      label={translate('widgetsOf', { name })}
      layout={layout}
      options={options}
      isEditing
      texts={texts}
      nameOf={(i) => {
        const widget = byId.get(i)
        return widget ? widgetName(widget) : ''
      }}
      renderItem={renderItem}
      onChange={(next) => actions.change((content) => placeWidgets(content, id, next.map(placeOf)))}
    />
  )
})
