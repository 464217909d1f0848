import { KeyboardSensor } from '@dnd-kit/dom'

/**
 * Moves what is dragged by keys from one area to the next, in the order that they are read: a press
 * for each, in the place of ten pixels.
 */
export class StepSensor extends KeyboardSensor {
  protected override handleMove(
    direction: 'up' | 'down' | 'left' | 'right',
    event: KeyboardEvent,
  ): void {
    const { actions, dragOperation, registry } = this.manager
    const areas = [...registry.droppables]
      .flatMap(({ id, element }) => (element ? [{ id, element }] : []))
      .toSorted((one, other) => inReadingOrder(one.element, other.element))
    if (areas.length === 0) return
    event.preventDefault()
    const at = areas.findIndex(({ id }) => id === dragOperation.target?.id)
    const isBack = direction === 'up' || direction === 'left'
    const next = at === -1 ? (isBack ? areas.length - 1 : 0) : at + (isBack ? -1 : 1)
    const target = areas[(next + areas.length) % areas.length]
    if (!target) return
    target.element.scrollIntoView({ block: 'nearest' })
    // The library measures again only later: until then it takes the area for where it was.
    for (const droppable of registry.droppables) droppable.refreshShape()
    const { left, top, width } = target.element.getBoundingClientRect()
    actions.move({ event, to: { x: left + width / 2, y: top + 24 } })
  }
}

function inReadingOrder(one: Element, other: Element): number {
  const [first, second] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
  return first.top - second.top || first.left - second.left
}
