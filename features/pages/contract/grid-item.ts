import type { Widget } from './page.ts'

/** What a grid may do with a widget; what is usual has no value. */
export function layoutConstraints(widget: Widget) {
  const { minW, minH, maxW, maxH, isDraggable, isResizable } = widget
  const isStatic = widget.static === true ? true : undefined
  return { minW, minH, maxW, maxH, static: isStatic, isDraggable, isResizable }
}

/** A widget of a dashboard as an item of a grid. */
export function gridItemOf(widget: Widget) {
  const { id: i, x, y, w, h } = widget
  return { i, x, y, w, h, ...layoutConstraints(widget) }
}
