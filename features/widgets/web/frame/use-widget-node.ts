import { useCallback, type RefCallback } from 'react'
import { useLiveNode, type Mounted } from '#kit/web/live/index.ts'
import { mountTip } from '#kit/ui/tip.ts'
import { part } from '#kit/ui/write.ts'
import { mountFrame, type WidgetContext, type WidgetView } from './mount-frame.ts'
import { useStoredChanges } from './use-stored-changes.ts'
import { tipRows } from './tip-rows.ts'
import type { DayFigures } from '#kit/web/widget-registry.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import type { Words } from '../values/words.ts'

/** The living part of a widget: `paint` writes what differs, `stop` ends what it started. */
export interface WidgetBody {
  paint(view: WidgetView): void
  stop?(): void
}

/**
 * Mounts the body of one kind of widget on the elements that React drew. Must be a function of the
 * module, not of the render.
 */
export type MountBody = (root: HTMLElement, context: WidgetContext) => WidgetBody

/** The ref that brings a widget to life: shared parts, tip, and the body of its kind. */
export function useWidgetNode(
  mountBody: MountBody,
  sensor: Sensor,
  day: DayFigures | undefined,
  words: Words,
): RefCallback<HTMLElement> {
  const stored = useStoredChanges(sensor)
  const mount = useCallback(
    (root: HTMLElement): Mounted => {
      const context: WidgetContext = { sensor, day, words, stored }
      const view = mountFrame(root, context)
      const body = mountBody(root, context)
      const stopTip = mountTip(root, () => tipRows(context), part(root, 'name'))
      return {
        paint: (now) => body.paint(view(now)),
        stop() {
          body.stop?.()
          stopTip()
        },
      }
    },
    [mountBody, sensor, day, words, stored],
  )
  return useLiveNode({ sensorId: sensor.id, deviceId: sensor.deviceId }, mount)
}
