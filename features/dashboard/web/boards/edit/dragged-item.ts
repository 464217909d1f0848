import type { OutsideItem } from '#kit/ui/grid/outside/drop-targets.ts'
import { defaultPlace } from '#kit/web/widget-registry.ts'
import { newWidgetId, type NewWidget } from '../content/draft.ts'

const dragged = new Map<string, NewWidget>()

/** What is dragged into a dashboard, by the id that it will have there. */
export function draggedItem(widget: NewWidget, name: string): OutsideItem {
  const { width: w, height: h } = defaultPlace(widget.kind)
  const i = newWidgetId()
  dragged.clear()
  dragged.set(i, widget)
  return { i, w, h, name }
}

/** What was dragged under this id; it is so once. */
export function takeDragged(i: string): NewWidget | undefined {
  const widget = dragged.get(i)
  dragged.delete(i)
  return widget
}
