import { z } from 'zod'
import { LesiId } from '#kit/model/device.ts'
import { maximumKeyLength } from '#kit/model/limits.ts'
import { fieldError, rule } from '#kit/model/calls/field-errors.ts'
import { areaFaults, widgetFaults } from './area-rules.ts'
import { nameOf } from './sensor-names.ts'
import {
  maximumAreas,
  maximumNameLength,
  maximumOptions,
  maximumRows,
  maximumSensorsOfWidget,
  maximumWidgetsOfArea,
  maximumWidgetsOfPage,
  pageColumns,
} from './limits.ts'
import { oneLine } from '#kit/model/text/one-line.ts'

/** Name of a person's own making for a part of a page, unique in it. */
export const PartId = z
  .string()
  .refine((text) => /^[\w-]{1,40}$/.test(text), rule(fieldError('part_id')))

/** Place and size on a grid, in columns and rows. */
const place = {
  x: z
    .int()
    .min(0)
    .max(pageColumns - 1),
  y: z
    .int()
    .min(0)
    .max(maximumRows - 1),
  w: z.int().min(1).max(pageColumns),
  h: z.int().min(1).max(maximumRows),
}

const Option = z.union([z.string().max(2_000), z.number(), z.boolean(), z.null()])

/** A sensor by the LESI ID of its device and its key. */
export const SensorName = z.object({
  thing: LesiId,
  key: z.string().min(1).max(maximumKeyLength),
})
export type SensorName = z.infer<typeof SensorName>

/** A widget of an area; its place is counted from the area's corner. */
const AreaWidget = z.object({
  id: PartId,
  /** What it shows; null for one that shows no sensor, or several. */
  sensor: SensorName.nullable(),
  /** What a kind that shows several sensors shows, in this order. */
  sensors: z
    .array(SensorName)
    .max(maximumSensorsOfWidget)
    .refine(
      (sensors) => new Set(sensors.map(nameOf)).size === sensors.length,
      rule(fieldError('repeated')),
    )
    .default([]),
  /** A kind of widget; null: the usual one of the sensor's type. */
  kind: z
    .string()
    .refine((text) => /^[a-z][a-z\d-]{0,39}$/.test(text), rule(fieldError('widget_kind')))
    .nullable(),
  options: z
    .record(z.string().max(40), Option)
    .refine((options) => Object.keys(options).length <= maximumOptions, {
      ...rule(fieldError('too_many', { maximum: maximumOptions })),
    }),
  ...place,
})

const columns = z.int().min(1).max(pageColumns).optional()
const rows = z.int().min(1).max(maximumRows).optional()
const yesOrNo = z.boolean().optional()

/** A widget of a dashboard, with what a grid may do with it where that is not the usual. */
export const Widget = AreaWidget.extend({
  minW: columns,
  minH: rows,
  maxW: columns,
  maxH: rows,
  /** It stays where it is, whatever a person or another widget does. */
  static: yesOrNo,
  isDraggable: yesOrNo,
  isResizable: yesOrNo,
})
export type Widget = z.infer<typeof Widget>

/** A named part of a page. */
export const Area = z.object({
  id: PartId,
  /** Empty: unnamed. */
  name: oneLine(maximumNameLength),
  ...place,
  widgets: z.array(AreaWidget).max(maximumWidgetsOfArea),
})
export type Area = z.infer<typeof Area>

/** A place as it is stored: what was written before there were rules may break them. */
const anyPlace = {
  ...{ id: z.string(), x: z.number(), y: z.number(), w: z.number(), h: z.number() },
}
const anyLimit = z.number().optional()

/** A widget of a dashboard as it is stored; whoever shows it gives it a place that it can have. */
export const StoredWidget = Widget.extend({
  ...anyPlace,
  ...{ minW: anyLimit, minH: anyLimit, maxW: anyLimit, maxH: anyLimit },
})

/** An area as it is stored, with its widgets. */
export const StoredArea = Area.extend({
  ...anyPlace,
  widgets: z.array(AreaWidget.extend(anyPlace)),
})

export const PageName = oneLine(maximumNameLength).min(1)

/** All areas of a page, each in its place: what breaks a rule is named by its path. */
export const Areas = z
  .array(Area)
  .max(maximumAreas)
  .superRefine((areas, context) => {
    for (const { path, error } of areaFaults(areas))
      context.addIssue({ code: 'custom', path: [...path], ...rule(error) })
  })

/** All widgets of a dashboard, each in its place: what breaks a rule is named by its path. */
export const Widgets = z
  .array(Widget)
  .max(maximumWidgetsOfPage)
  .superRefine((widgets, context) => {
    for (const { path, error } of widgetFaults(widgets))
      context.addIssue({ code: 'custom', path: [...path], ...rule(error) })
  })
