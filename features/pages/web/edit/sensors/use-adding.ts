import type { Sensor } from '#kit/model/sensor.ts'
import { randomUuid } from '#kit/web/browser/random-uuid.ts'
import { defaultKind, defaultPlace, type AnyWidgetKind } from '#kit/web/widget-registry.ts'
import type { Widget } from '../../../contract/page.ts'
import type { Place } from '../../../contract/area-rules.ts'
import type { Refusal } from '../content/outcome.ts'
import {
  addWidget,
  addWidgetInNewArea,
  placeIn,
  showsTheSame,
  type NewWidget,
} from '../content/widgets.ts'
import type { Editor } from '../state/use-editor.ts'
import { inReadingOrder } from '../../areas/area-view.tsx'

/** What a person adds: a sensor as it is usually shown, or a kind by itself. */
export type Addable =
  | { readonly sensor: Sensor; readonly kind?: never }
  | { readonly kind: AnyWidgetKind; readonly sensor?: never }

export interface TargetArea {
  readonly id: string
  readonly name: string
  /** From 1, in the order that the areas are read. */
  readonly number: number
  /** Whether it takes what is to be added; else why not. */
  readonly state: 'free' | 'full' | 'small' | 'duplicate'
}

export interface Adding {
  /** Sensors can be added only after all of them have loaded. */
  readonly isReady: boolean
  readonly sizeOf: (addable: Addable) => Pick<Place, 'w' | 'h'>
  /** The areas, with whether they take it. */
  readonly targets: (addable: Addable) => readonly TargetArea[]
  /** The areas that show this sensor. */
  readonly areasWith: (sensor: Sensor) => readonly Pick<TargetArea, 'name' | 'number'>[]
  /** Adds it; `cell` is where it was dropped. Returns why it cannot be. */
  readonly add: (addable: Addable, areaId: string, cell?: Pick<Place, 'x' | 'y'>) => Refusal | null
  /** Adds it to an area of its own. */
  readonly addToNew: (addable: Addable) => void
}

/** Adds sensors and kinds to the areas of an edited page. */
export function useAdding(editor: Editor, isReady: boolean): Adding {
  const { content } = editor
  const areas = content.areas.toSorted(inReadingOrder)
  const add: Adding['add'] = (addable, areaId, cell) => {
    const widget = newWidget(addable)
    return editor.attempt((before) => addWidget(before, areaId, widget, cell))
  }
  return {
    isReady,
    sizeOf: sizeOfAddable,
    targets: (addable) =>
      areas.map((area, index) => {
        const { id, name } = area
        const probe = { ...newWidget(addable), id: '' }
        const isThere = area.widgets.some((widget) => showsTheSame(widget, probe))
        const isSmall = probe.w > area.w || probe.h > area.h
        const isFree = !isSmall && placeIn(area, probe) !== null
        const state = isThere ? 'duplicate' : isSmall ? 'small' : isFree ? 'free' : 'full'
        return { id, name, number: index + 1, state }
      }),
    areasWith: ({ lesiId, key }) =>
      areas.flatMap(({ widgets, name }, index) => {
        const isShown = ({ sensor }: Widget) => sensor?.thing === lesiId && sensor.key === key
        return widgets.some(isShown) ? [{ name, number: index + 1 }] : []
      }),
    add,
    addToNew: (addable) => {
      const widget = newWidget(addable)
      const id = randomUuid()
      editor.attempt((before) => addWidgetInNewArea(before, id, widget))
    },
  }
}

function sizeOfAddable(addable: Addable): Pick<Place, 'w' | 'h'> {
  const { width, height } = defaultPlace(addable.kind ?? defaultKind(addable.sensor.type))
  return { w: width, h: height }
}

function newWidget(addable: Addable): NewWidget {
  const named = addable.sensor && { thing: addable.sensor.lesiId, key: addable.sensor.key }
  return {
    id: randomUuid(),
    sensor: named ?? null,
    sensors: [],
    kind: addable.kind?.id ?? null,
    options: {},
    ...sizeOfAddable(addable),
  }
}
