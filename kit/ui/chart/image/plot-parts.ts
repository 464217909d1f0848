import { textWidth } from '#kit/model/text/text-width.ts'
import type { TimeRange } from '../data/model.ts'
import type { Line } from '../data/line.ts'
import { timeTicks, valueTicks } from '../data/ticks.ts'
import {
  colourOf,
  comparedDash,
  imageSize,
  type ChartImage,
  type ImageStyle,
} from './chart-image.ts'
import { shortened, svg, type SvgPart } from './svg.ts'

/** Where something is drawn, in pixels of the picture. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export const scaleX =
  ({ from, to }: TimeRange, { left, width }: Box) =>
  (time: number) =>
    left + ((time - from) / Math.max(1, to - from)) * width

const scaleY =
  ([low, high]: readonly [number, number], { top, height }: Box) =>
  (value: number) =>
    top + ((high - value) / (high - low)) * height

/** Grid, labels and unit of the axes of values. */
export function valueAxes({ axes, format }: ChartImage, box: Box, style: ImageStyle): SvgPart[] {
  return axes.flatMap((axis, side) => {
    if (!axis) return []
    const y = scaleY(axis.range, box)
    const { values, decimals } = valueTicks(...axis.range, box.height / 46)
    const right = box.left + box.width
    const text = {
      x: side === 0 ? box.left - 8 : right + 8,
      'text-anchor': side === 0 ? 'end' : 'start',
      fill: style.token('--ink-3'),
    }
    return [
      ...values.flatMap((value) => [
        ...(side === 0
          ? [
              svg('path', {
                d: `M${box.left} ${y(value).toFixed(1)}H${right}`,
                stroke: style.token('--chart-grid'),
              }),
            ]
          : []),
        svg('text', { ...text, y: y(value) + 4 }, format.axisValue(value, decimals)),
      ]),
      unitOf(axis.unit, side, box, style),
    ]
  })
}

/** The unit above an axis: where it is too long to stand there, from the edge inwards. */
function unitOf(unit: string, side: number, box: Box, style: ImageStyle): SvgPart {
  const { text: size, width: whole, margin } = imageSize
  const isLeft = side === 0
  const right = box.left + box.width
  const written = shortened(unit, (whole - 2 * margin) / 2 - size, size)
  const fits = textWidth(written, size) <= (isLeft ? box.left : whole - right) - 8
  const above = isLeft ? box.left - 8 : right + 8
  const place = {
    x: fits ? above : isLeft ? margin : whole - margin,
    'text-anchor': isLeft === fits ? 'end' : 'start',
  }
  const look = { 'font-weight': 600, fill: style.token('--ink-1') }
  return svg('text', { ...place, y: box.top - 8, ...look }, written)
}

/** The axis of time below a box. */
export function timeAxis({ range, format }: ChartImage, box: Box, style: ImageStyle): SvgPart[] {
  const x = scaleX(range, box)
  const { times, unit } = timeTicks(range.from, range.to, box.width / 90, format.offsetAt)
  const bottom = box.top + box.height
  const stroke = style.token('--chart-axis')
  return [
    svg('path', { d: `M${box.left} ${bottom}h${box.width}`, stroke }),
    ...times.flatMap((time) => [
      svg('path', { d: `M${x(time).toFixed(1)} ${bottom}v4`, stroke }),
      svg(
        'text',
        { x: x(time), y: bottom + 18, 'text-anchor': 'middle', fill: style.token('--ink-3') },
        format.tick(time, unit),
      ),
    ]),
  ]
}

/** A span of time over the whole height of a box, as far as it is in view. */
export function spanBox(
  { from, to }: TimeRange,
  range: TimeRange,
  box: Box,
  fill: string,
  opacity?: number,
): SvgPart[] {
  if (to < range.from || from > range.to) return []
  const x = scaleX(range, box)
  const left = x(Math.max(from, range.from))
  const width = Math.max(1, x(Math.min(to, range.to)) - left)
  const { top: y, height } = box
  return [svg('rect', { x: left, y, width, height, fill, 'fill-opacity': opacity })]
}

/** The band within limits, and the limits by name. */
export function limits({ limits: all, axes, curves }: ChartImage, box: Box, style: ImageStyle) {
  const [axis] = axes
  if (!axis || curves.length !== 1) return []
  const y = scaleY(axis.range, box)
  const right = box.left + box.width
  return all
    .filter(({ value }) => value >= axis.range[0] && value <= axis.range[1])
    .flatMap(({ value, text, colour = '--chart-limit' }) => [
      svg('path', {
        d: `M${box.left} ${y(value).toFixed(1)}H${right}`,
        ...{ stroke: style.token(colour), 'stroke-dasharray': '5 4' },
      }),
      svg('text', { x: right + 8, y: y(value) + 4, fill: style.token('--ink-2') }, text),
    ])
}

/** Curves, those of the earlier period under those of the present one. */
export function curves({ curves: all, axes, range }: ChartImage, box: Box, style: ImageStyle) {
  const x = scaleX(range, box)
  const parts = all.map(({ line, comparison, side, colour, dash }) => {
    const y = scaleY(axes[side]?.range ?? [0, 1], box)
    const stroke = colourOf(style, colour)
    const draw = (of: Line, width: number, dashes: readonly number[]) => [
      ...linePath(of.time, of.value, x, y, { stroke, width, dashes }),
      ...(of.dotted
        ? linePath(of.time, of.dotted, x, y, { stroke, width, dashes: [1.5, 3.5] })
        : []),
      ...of.alone.map((index) =>
        svg('circle', {
          ...{ cx: x(of.time[index] ?? 0), cy: y(of.value[index] ?? 0), r: 2, fill: stroke },
        }),
      ),
    ]
    return {
      earlier: comparison ? draw(comparison, 1, comparedDash) : [],
      present: draw(line, 1.6, dash),
    }
  })
  return [...parts.flatMap(({ earlier }) => earlier), ...parts.flatMap(({ present }) => present)]
}

interface LineStyle {
  readonly stroke: string
  readonly width: number
  readonly dashes: readonly number[]
}

function linePath(
  times: readonly number[],
  values: readonly (number | null)[],
  x: (time: number) => number,
  y: (value: number) => number,
  { stroke, width, dashes }: LineStyle,
): SvgPart[] {
  let d = ''
  let isDown = false
  for (const [index, value] of values.entries()) {
    if (value === null) isDown = false
    else {
      d += `${isDown ? 'L' : 'M'}${x(times[index] ?? 0).toFixed(1)} ${y(value).toFixed(1)}`
      isDown = true
    }
  }
  if (d === '') return []
  const dash = dashes.length > 0 ? dashes.join(' ') : undefined
  const attributes = { stroke, 'stroke-width': width, 'stroke-dasharray': dash, fill: 'none' }
  return [svg('path', { d, ...attributes, 'stroke-linejoin': 'round' })]
}
