import { textWidth } from '#kit/model/text/text-width.ts'
import {
  colourOf,
  imageSize,
  maximumTimelineName,
  type ChartImage,
  type ImageTimeline,
  type ImageStyle,
} from './chart-image.ts'
import { scaleX, spanBox, type Box } from './plot-parts.ts'
import { shortened, svg, type SvgPart } from './svg.ts'

export const timelineHeight = 28
const { text: size } = imageSize

/** States over time with their words where these fit, gaps hatched. */
export function timeline(
  { name, blocks, gaps, bad }: ImageTimeline,
  { range, spans }: ChartImage,
  box: Box,
  style: ImageStyle,
): SvgPart[] {
  const x = scaleX(range, box)
  const middle = box.top + box.height / 2 + 4
  const shown = blocks.filter(({ from, to }) => to > range.from && from < range.to)
  const words = shown.flatMap(({ from, to, word, isText }) => {
    const left = x(Math.max(from, range.from))
    const room = x(Math.min(to, range.to)) - left
    if (isText) {
      const fitting = shortened(word, room - 10, size)
      const at = { x: left + 5, y: middle, fill: style.token('--ink-1') }
      return fitting === '' ? [] : [svg('text', at, fitting)]
    }
    const width = textWidth(word, size) + 10
    if (room < width + 6) return []
    const plate = { x: left + 4, y: middle - 13, width, height: 18, rx: 2 }
    return [
      svg('rect', { ...plate, fill: style.token('--surface'), 'fill-opacity': 0.9 }),
      svg('text', { x: left + 9, y: middle, fill: style.token('--ink-1') }, word),
    ]
  })
  const label = { x: box.left - 8, y: middle, 'text-anchor': 'end', fill: style.token('--ink-2') }
  return [
    svg('text', label, shortened(name, maximumTimelineName, size)),
    ...shown.flatMap((each) => spanBox(each, range, box, colourOf(style, each.colour))),
    ...shown.flatMap(({ to, isText }) => (isText ? [division(x(to), box, style)] : [])),
    ...gaps.flatMap((each) => spanBox(each, range, box, 'url(#gap)')),
    ...bad.flatMap((each) => spanBox(each, range, box, 'url(#bad)')),
    ...words,
    ...spans.map(({ from, colour }) =>
      svg('path', {
        d: `M${x(Math.max(from, range.from)).toFixed(1)} ${box.top - 3}v${box.height + 6}`,
        ...{ stroke: style.token(colour), 'stroke-width': 1.5 },
      }),
    ),
  ]
}

/** A line of ground where a text ends. */
const division = (x: number, { top, height }: Box, style: ImageStyle): SvgPart =>
  svg('path', {
    d: `M${(x - 0.5).toFixed(1)} ${top}v${height}`,
    ...{ stroke: style.token('--surface'), 'stroke-width': 1 },
  })
